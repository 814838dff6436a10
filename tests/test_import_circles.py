"""No two modules need each other, also not for the sake of their types."""

from collections.abc import Iterator
from itertools import pairwise

import grimp

MAY_STILL = "regicide_tui.server"
"""The room whose circles are still to be opened; its modules count as one."""


def _circles(graph: grimp.ImportGraph) -> Iterator[str]:
    """Return each module that leads back to itself, by a shortest way round."""
    for module in sorted(graph.modules):
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            way = graph.find_shortest_chain(imported, module)
            if way is not None and not all(one.startswith(MAY_STILL) for one in way):
                yield " -> ".join([module, *way])


def _with_type_imports() -> grimp.ImportGraph:
    return grimp.build_graph("regicide_tui", exclude_type_checking_imports=False, cache_dir=None)


def test_no_module_imports_what_imports_it() -> None:
    assert list(_circles(_with_type_imports())) == []


def test_a_circle_of_types_alone_would_be_found() -> None:
    graph = _with_type_imports()
    ends = ("regicide_tui.tui.card_app", "regicide_tui.tui.navigation")
    for importer, imported in pairwise((*ends, ends[0])):
        graph.add_import(importer=importer, imported=imported)
    assert " -> ".join([ends[0], ends[1], ends[0]]) in list(_circles(graph))
