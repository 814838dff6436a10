"""The actions of King of the Dead and their notation: `buy @2 3C 4C`, `play KH+*`, `take top`.

Every answer to a prompt has a verb and the chosen options, so one class holds all answers.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product

from regicide_tui.cards import UNKNOWN, Card, card, cards, play_order
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import IllegalAction, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.state import NUMBER, in_order, is_ace, is_red
from regicide_tui.games.notation import normalize

RunCards = tuple[Card | None, ...]
"""The low, middle and high card of a run; None is the top card of the Well."""


def order_run(cards: Pile) -> Pile | None:
    """Return three cards as a run from low to high; None if they are no run (K-17, K-18)."""
    if len(cards) != 3 or any(card not in NUMBER for card in cards):
        return None
    aces = [card for card in cards if is_ace(card)]
    numbers = sorted([card for card in cards if not is_ace(card)], key=NUMBER.__getitem__)
    if len(aces) > 1 or len({is_red(card) for card in numbers}) > 1:
        return None
    steps = [NUMBER[high] - NUMBER[low] for low, high in pairwise(numbers)]
    match steps, aces:
        case [1, 1], []:
            return tuple(numbers)
        case [1], [ace]:
            return (ace, *numbers)
        case [2], [ace]:
            return (numbers[0], ace, numbers[1])
    return None


def runs(hand: Pile, well: Pile) -> list[RunCards]:
    """Return every run of a hand with the top card of the Well once, each from low to high."""
    tokens: list[tuple[Card, Card | None]] = [(card, card) for card in dict.fromkeys(hand)]
    tokens += [(card, None) for card in well[:1]]
    found: list[RunCards] = []
    for red in (True, False):
        by_number: list[list[Card | None]] = [[] for _ in range(11)]
        for one, token in tokens:
            number = NUMBER.get(one, 0)
            if number > 1 and is_red(one) == red:
                by_number[number].append(token)
        aces = [token for one, token in tokens if is_ace(one)]
        for top in range(3, 11):
            for high in by_number[top]:
                middles, lows = by_number[top - 1], by_number[top - 2]
                found += [(low, middle, high) for middle in middles for low in lows]
                found += [(ace, middle, high) for middle in middles for ace in aces]
                found += [(low, ace, high) for ace in aces for low in lows]
    return found


def fill_in_well_card(run: RunCards, well: Pile) -> Pile:
    """Return the cards of a run, with the top card of the Well in place of None."""
    return tuple([well[0] if card is None else card for card in run])


def known_cards(run: RunCards) -> Pile:
    """Return the cards of a run without the Well's card."""
    return tuple([card for card in run if card is not None])


NEWCOMER = 0
"""The slot number that means the Newcomer in a purchase."""

_VERBS = ("discard", "order", "send", "retain", "swap", "take", "target", "pass")
_NO_SUCH_NUMBER = 10**9
"""The value of every number with more than nine digits. No slot or Familiar has this number."""


class EndTurn(Value):
    """End the turn."""


class Recall(Value):
    """Recall the card of a Familiar, counted from 1 (K-33)."""

    number: int


class Score(Value):
    """Score a run: its low, middle and high card; None is the top card of the Well (K-17)."""

    cards: tuple[Card | None, ...]


class Buy(Value):
    """Buy the card of a slot, counted from 1, or the `NEWCOMER`, with these cards (K-21)."""

    slot: int
    cards: Pile


class Play(Value):
    """Play cards for their power."""

    cards: Pile


class Slot(Value):
    """An option: a slot of the Parade, from 1."""

    number: int


class ChosenPlayer(Value):
    """An option: a player."""

    seat: Seat


class FromHand(Value):
    """An option: a card of the hand, where other places are possible too."""

    card: Card


class FromDiscard(Value):
    """An option: a card of a discard pile, where other places are possible too."""

    card: Card


class Top(Value):
    """An option: the top cards of a draw pile."""


PromptOption = Card | Slot | ChosenPlayer | FromHand | FromDiscard | Top
"""An item that an answer can name; a plain card comes from the only possible place."""


class Answer(Value):
    """An answer to a prompt: a verb and the chosen options; `pass` chooses nothing."""

    verb: str
    chosen: tuple[PromptOption, ...] = ()


Action = EndTurn | Recall | Score | Buy | Play | Answer


def parse(text: str) -> Action:
    """Return the action that some text means, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` if it is not an action of any game, `wrong_phase` if it
    is an action of another game.
    """
    verb, *words = normalize(text, "play JH or buy @2 3C 4C").split(" ")
    match verb:
        case "END":
            return EndTurn()
        case "RECALL":
            return Recall(_parse_number(words[0]))
        case "SCORE":
            return Score(_parse_run(words))
        case "BUY":
            slot = NEWCOMER if words[0] == "N" else _parse_slot(words[0])
            return Buy(slot, in_order(cards(words[1:])))
        case "PLAY":
            return Play(tuple(sorted(cards(words[0].split("+")), key=play_order)))
    if verb.lower() in _VERBS:
        return Answer(verb.lower(), _parse_options(verb.lower(), words))
    raise IllegalAction("wrong_phase", f"There is no '{verb.lower()}' in King of the Dead.")


def in_order_of_notation(action: Action) -> Action:
    """Return an action with its cards and options in the order in which `parse` returns them."""
    match action:
        case Score(run):
            return Score(_run_in_order(run))
        case Buy(slot, paid):
            return Buy(slot, in_order(paid))
        case Play(played):
            return Play(tuple(sorted(played, key=play_order)))
        case Answer(verb, chosen):
            return Answer(verb, _chosen_in_order(verb, chosen))
    return action


def _parse_number(digits: str) -> int:
    return int(digits) if len(digits) <= 9 else _NO_SUCH_NUMBER


def _parse_slot(word: str) -> int:
    # No slot has the number 0: here it would mean the Newcomer.
    return _parse_number(word[1:]) or _NO_SUCH_NUMBER


def _parse_run(words: list[str]) -> tuple[Card | None, ...]:
    """Return the cards of a run, low to high.

    If the run uses the Well's card (None), the order stays as given, because only the state tells
    which card that is.
    """
    named = tuple([None if word == "W" else card(word) for word in words])
    return _run_in_order(named)


def _run_in_order(named: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    known = tuple([one for one in named if one is not None])
    if len(known) < len(named):
        return named
    return order_run(known) or tuple(
        sorted(known, key=lambda one: (NUMBER.get(one, 99), one.order))
    )


def _parse_options(verb: str, words: list[str]) -> tuple[PromptOption, ...]:
    return _chosen_in_order(verb, tuple([_parse_option(word) for word in words if word != "-"]))


def _chosen_in_order(verb: str, chosen: tuple[PromptOption, ...]) -> tuple[PromptOption, ...]:
    named = [one for one in chosen if isinstance(one, Card)]
    if verb in ("discard", "take") and len(named) == len(chosen):
        return in_order(named)
    people = [one for one in chosen if isinstance(one, ChosenPlayer)]
    if len(people) == len(chosen):
        return tuple(sorted(people, key=lambda one: one.seat))
    return chosen


def _parse_option(word: str) -> PromptOption:
    if word == "TOP":
        return Top()
    match word[:1], word[1:2]:
        case "@", _:
            return Slot(_parse_number(word[1:]))
        case "P", _:
            return ChosenPlayer(int(word[1:]) - 1)
        case "H", ":":
            return FromHand(card(word[2:]))
        case "D", ":":
            return FromDiscard(card(word[2:]))
    return card(word)


def format_action(action: Action) -> str:
    """Return an action in canonical notation.

    Purchases and answers come first because they must be fast: a large hand has tens of thousands.
    """
    if isinstance(action, Buy):
        paid = " ".join([one.text for one in action.cards])
        return f"buy @{action.slot} {paid}" if action.slot else f"buy N {paid}"
    if isinstance(action, Answer):
        chosen = [one.text if type(one) is Card else format_option(one) for one in action.chosen]
        none = ["-"] if action.verb == "discard" and not chosen else []
        return " ".join([action.verb, *none, *chosen])
    match action:
        case Play(played):
            return "play " + "+".join([one.text for one in played])
        case Score(run):
            return " ".join(["score", *["W" if one is None else one.text for one in run]])
        case Recall(number):
            return f"recall {number}"
        case EndTurn():
            return "end"


def format_option(choice: PromptOption) -> str:
    """Return an option of a prompt in canonical notation."""
    match choice:
        case Slot(number):
            return f"@{number}"
        case ChosenPlayer(seat):
            return f"P{seat + 1}"
        case FromHand(one):
            return f"h:{one}"
        case FromDiscard(one):
            return f"d:{one}"
        case Top():
            return "top"
    return choice.text


PromptOptions = tuple[PromptOption, ...]

FULL_LIST = 16
"""If a pick of any number has more options, only picks up to `SHORT_PICK` are listed."""
SHORT_PICK = 3


class OptionPlace(TextEnum):
    """The places of the options of a pick."""

    HAND = "hand"
    LOOKED = "cards looked at"
    DRAWS = "draw pile"
    DISCARD = "discard pile"
    HAND_OR_DISCARD = "hand or discard pile"
    PILES = "piles of another"
    PLAYED = "played cards"
    PARADE = "Parade"
    WELL = "Well"
    PLAYERS = "players"


class Pick(Value):
    """A choice of `least` to `most` of the options; `ordered` says that their order counts.

    An option that is in the list twice may be chosen twice.
    """

    place: OptionPlace
    options: PromptOptions
    least: int = 1
    most: int = 1
    ordered: bool = False


class AnswerForm(Value):
    """The form of an answer: the verb, then one option of each pick, or several of a single pick.

    `may_pass` says that `pass` is also an answer.
    """

    verb: str
    picks: tuple[Pick, ...]
    may_pass: bool = False


def has_options(form: AnswerForm) -> bool:
    """Return whether there are enough options; a prompt without options is not opened."""
    return all(pick.options and len(pick.options) >= pick.least for pick in form.picks)


def allows(form: AnswerForm, answer: Answer) -> bool:
    """Return whether the form allows an answer."""
    if answer.verb == "pass":
        return form.may_pass
    chosen = answer.chosen
    if answer.verb != form.verb:
        return False
    if len(form.picks) == 1:
        return _allows_choice(form.picks[0], chosen)
    pairs = zip(form.picks, chosen, strict=False)
    return len(chosen) == len(form.picks) and all(
        _allows_choice(pick, (one,)) for pick, one in pairs
    )


def _allows_choice(pick: Pick, chosen: PromptOptions) -> bool:
    if not pick.least <= len(chosen) <= pick.most:
        return False
    rest = list(pick.options)
    for one in chosen:
        if one not in rest:
            return False
        rest.remove(one)
    return True


def list_answers(form: AnswerForm) -> list[Answer]:
    """Return every answer once, in canonical form; none if a view hides the options.

    If `lists_all_answers` is false, long choices are not in the list.
    """
    if any(UNKNOWN in chosen_cards(pick.options) for pick in form.picks):
        return []
    several = len(form.picks) > 1
    parts = [list(_list_choices(pick)) for pick in form.picks]
    wholes = [sum(some, ()) for some in product(*parts)] if several else parts[0]
    found = [Answer(form.verb, chosen) for chosen in wholes]
    return [*found, Answer("pass")] if form.may_pass else found


def lists_all_answers(form: AnswerForm) -> bool:
    """Return whether `list_answers` lists every answer."""
    return not any(_is_long(pick) for pick in form.picks)


def _is_long(pick: Pick) -> bool:
    return len(pick.options) > FULL_LIST and pick.least == 0 and pick.most > SHORT_PICK


def _list_choices(pick: Pick) -> Iterator[PromptOptions]:
    options = pick.options
    cards = chosen_cards(options) if all(isinstance(one, Card) for one in options) else ()
    sizes = range(pick.least, min(pick.most, SHORT_PICK if _is_long(pick) else len(options)) + 1)
    choose = permutations if pick.ordered else combinations
    wholes = (some for size in sizes for some in choose(in_order(cards) or options, size))
    return iter(wholes) if len(set(options)) == len(options) else iter(dict.fromkeys(wholes))


# ---------------------------------------------------------------- what was chosen


def chosen_cards(chosen: PromptOptions) -> Pile:
    """Return the cards among the options, wherever they come from."""
    found: list[Card] = []
    for one in chosen:
        if isinstance(one, Card):
            found.append(one)
        elif isinstance(one, FromHand | FromDiscard):
            found.append(one.card)
    return tuple(found)


def chosen_slot(chosen: PromptOptions) -> int:
    """Return the number of the chosen slot."""
    (slot,) = [one.number for one in chosen if isinstance(one, Slot)]
    return slot


def chosen_seats(chosen: PromptOptions) -> list[Seat]:
    """Return the seats of the chosen players."""
    return [one.seat for one in chosen if isinstance(one, ChosenPlayer)]
