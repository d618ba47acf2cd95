"""Makes the things of a kit and its board as files for a 3D printer: STL and 3MF, in
millimetres."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from manifold3d import Error, Manifold

from everygame.contract import Json
from everygame.errors import BadOption
from everygame.kit.board_solid import PRINTER, board_parts
from everygame.kit.box import Box
from everygame.kit.solid_picture import picture
from everygame.kit.solids import Plastic, solid_of
from everygame.words import say

TYPES: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model"'
    ' ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>"
)
RELATIONS: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0"'
    ' Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


@dataclass(frozen=True)
class Solid:
    """A thing for the 3D printer."""

    file: str
    """The name of the thing's files, without the ending."""
    name: str
    count: int
    colour: str
    shape: Manifold

    def files(self) -> dict[str, bytes]:
        """Return the thing's files by name; a name says how many copies are needed."""
        name = f"plastic/{self.file}" + (f"-{self.count}x" if self.count > 1 else "")
        return {
            f"{name}.stl": stl(self.shape),
            f"{name}.3mf": three_mf(self.shape),
            f"{name}.png": picture(self.shape, self.colour),
        }

    def json(self) -> Json:
        """Return the facts and the picture that the page shows."""
        seen = b64encode(picture(self.shape, self.colour)).decode()
        image = f"data:image/png;base64,{seen}"
        return {"name": self.name, "count": self.count, "picture": image}


def solids(box: Box, how: Plastic) -> Iterator[Solid]:
    """Yield all plastic things of a kit. Raises BadOption where one does not fit into a printer."""
    for piece in board_parts(box, how):
        yield checked(Solid(piece.name, say("Board"), 1, "", settled(piece.solid)))
    known: set[str] = set()
    for part in box.parts:
        shape = solid_of(part, how)
        if shape is None:
            continue
        plain = str(part.name).lower().replace("'s", "")
        file = re.sub("[^a-z0-9]+", "-", plain).strip("-") or "thing"
        while file in known:
            file += "-b"
        known.add(file)
        yield checked(Solid(file, part.name, part.count, part.colour, shape))


def settled(shape: Manifold) -> Manifold:
    """Return the solid moved so that its lowest, leftmost corner is at 0."""
    x, y, z, *_ = shape.bounding_box()
    return shape.translate((-x, -y, -z))


def checked(solid: Solid) -> Solid:
    """Return the thing if it fits into a printer. Raises BadOption where it is too large."""
    x1, y1, _, x2, y2, _ = solid.shape.bounding_box()
    if max(x2 - x1, y2 - y1) > PRINTER + 1e-6:
        raise BadOption("A thing is too large for a printer at this scale.")
    assert solid.shape.status() == Error.NoError and solid.shape.volume() > 0
    return solid


def stl(shape: Manifold) -> bytes:
    """Return a solid as binary STL."""
    mesh = shape.to_mesh()
    points = np.asarray(mesh.vert_properties, dtype="<f4")[:, :3]
    corners = points[np.asarray(mesh.tri_verts)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    rows: Any = np.zeros(len(corners), row)
    rows["normal"], rows["corners"] = normals, corners
    body: bytes = rows.tobytes()
    return b"EveryGame".ljust(80) + struct.pack("<I", len(rows)) + body


def three_mf(shape: Manifold) -> bytes:
    """Return a solid as 3MF, in the package that the core specification of the 3MF Consortium
    defines."""
    mesh = shape.to_mesh()
    points = np.asarray(mesh.vert_properties)[:, :3]
    vertices = "".join(f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in points)
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in np.asarray(mesh.tri_verts)
    )
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en"'
        ' xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
        f'<object id="1" type="model"><mesh><vertices>{vertices}</vertices>'
        f"<triangles>{triangles}</triangles></mesh></object></resources>"
        '<build><item objectid="1"/></build></model>'
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in (
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", model),
        ):
            package.writestr(name, text)
    return made.getvalue()
