"""The words of the conversation, apart from the plan; the ledger has their digests, so changes are seen."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_text
from groundplan.plan.errors import Refused, Unreadable
from groundplan.store.failures import outside
from groundplan.store.layout import LARGEST_TURN, talk_paths
from groundplan.store.ledger import Damage

if TYPE_CHECKING:
    from groundplan.store.paths import Folder


@dataclass(frozen=True, slots=True)
class TurnText:
    """A turn's words; None where they are not here, which is no damage: talk is local unless shared."""

    text: str | None
    damage: Damage | None = None


def read_turn(folder: Folder, plan_id: str, turn_id: str, digest: str) -> TurnText:
    """Return the words of a turn if they are those the ledger knows, wherever the policy has put them."""
    damage: Damage | None = None
    places = (talk_paths(plan_id, turn_id, policy) for policy in ("local", "committed"))
    for path in itertools.chain.from_iterable(places):
        with outside(f"read `{path}`"):
            try:
                text = folder.read(path, limit=LARGEST_TURN).decode("utf-8", "surrogatepass")
            except FileNotFoundError:
                continue
            except (Refused, Unreadable) as error:
                damage = Damage(path, error.message, "special")
                continue
            except UnicodeDecodeError:
                damage = Damage(path, f"Turn `{path}` is not UTF-8 text", "torn")
                continue
        # git may have changed the line ends of a committed turn on the way.
        for spelling in (text, text.replace("\r\n", "\n")):
            if digest_text(spelling) == digest:
                return TurnText(spelling)
        damage = Damage(path, f"Turn `{path}` does not hold the words the ledger knows", "altered")
    return TurnText(None, damage)
