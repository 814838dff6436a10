"""The action that looks best."""

from regicide_tui.bots.base import A, Candidate


def best_candidate(candidates: list[Candidate[A]]) -> A:
    """Return the action with the greatest appeal, the first of equal ones."""
    best = candidates[0]
    for candidate in candidates:
        if candidate[1] > best[1]:
            best = candidate
    return best[0]
