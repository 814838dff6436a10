"""What the parts of the API have in common."""

from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services


class Part:
    """The base of the parts of the API: the services, for one visitor."""

    def __init__(self, services: Services, visitor: Visitor) -> None:
        self._services, self._visitor, self._name = services, visitor, visitor.name
