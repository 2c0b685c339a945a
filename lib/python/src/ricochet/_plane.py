"""A run in the plane as its player draws it: paths and outlines of bodies, walls."""

import json
import re
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Scene:
    """Lengths are in metres."""

    names: list[str]  #: of the bodies
    places: np.ndarray  #: (frames, bodies, 3): x, y and the angle [rad]
    outlines: list[np.ndarray]  #: corners in the body's own axes; none for a point
    solids: list[np.ndarray]  #: corners of polygons no body enters
    edges: np.ndarray  #: (segments, 2, 2): the surfaces of these
    box: tuple[float, float, float, float]  #: least and largest x, least and largest y

    def outline(self, body: int, frame: int) -> np.ndarray:
        """The corners of a body in a frame, closed."""
        x, y, theta = self.places[frame, body]
        corners = self.outlines[body]
        turned = corners @ [[np.cos(theta), np.sin(theta)], [-np.sin(theta), np.cos(theta)]]
        return np.vstack([turned, turned[:1]]) + [x, y]


def scene(player: Any) -> Scene:
    """What a Player plays."""
    text = re.search(r'type="application/json"[^>]*>(.*?)</script>', player.html, re.S)
    data = json.loads(text[1] if text else "{}")
    bodies = data["bodies"]
    places = np.array(data["frames"]["places"], dtype=float).reshape(-1, len(bodies), 3)
    return Scene([each["name"] for each in bodies], places,
                 [_corners(each.get("outline")) for each in bodies],
                 [_corners(each) for each in data["solids"]],
                 np.array(data["edges"], dtype=float).reshape(-1, 2, 2), tuple(data["box"]))


def _corners(flat: Any) -> np.ndarray:
    return np.array(flat or [], dtype=float).reshape(-1, 2)
