"""Puts solids into the Blender scene: dice with their faces, boxes, discs, sheets and the camera."""

from __future__ import annotations

import bmesh
import bpy
import numpy as np
from mathutils import Matrix

from datasets import faces
from datasets.render import meshes
from datasets.render.materials import dice_material
from datasets.render.spec import DieSpec
from datasets.render.view import View


def add_die(
    spec: DieSpec, rotation: np.ndarray, place: np.ndarray, number: int, rng: np.random.Generator
) -> np.ndarray:
    """Add a die; returns its vertices in the scene, for the labels."""
    name = f"die {hash(spec)}"
    mesh = bpy.data.meshes.get(name) or _die_mesh(name, spec, rng)  # equal dice share their mesh and faces
    body = _add(mesh, number)
    body.matrix_world = _matrix(rotation * spec.half, place)
    return vertices_of(mesh) @ (rotation * spec.half).T + place


def _die_mesh(name: str, spec: DieSpec, rng: np.random.Generator) -> bpy.types.Mesh:
    solid = spec.solid()
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(solid.vertices.tolist(), [], [list(f) for f in solid.faces])
    if spec.sides != 6:
        _bevel(mesh, spec.corner)
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    _unwrap(mesh, solid, spec)
    look = spec.look
    inks = [look.accent if look.accent and name in look.accented else look.ink for name in spec.faces]
    ink, height = faces.atlas([_cell(spec, k, rng) for k in range(len(solid.directions))])
    mesh.materials.append(dice_material(spec.look, ink, height, inks, rng))
    return mesh


def add_mesh(
    vertices: np.ndarray,
    polygons: list[list[int]],
    material: bpy.types.Material,
    number: int = 0,
    uv: np.ndarray | None = None,
    smooth: bool = False,
) -> bpy.types.Object:
    """Add any mesh with one material; `uv` gives one coordinate per vertex."""
    mesh = bpy.data.meshes.new("thing")
    mesh.from_pydata(np.asarray(vertices, float).tolist(), [], polygons)
    if uv is not None:
        layer = mesh.uv_layers.new()
        for loop in mesh.loops:
            layer.data[loop.index].uv = uv[loop.vertex_index]
    if smooth:
        mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    mesh.materials.append(material)
    return _add(mesh, number)


def add_sheet(
    centre: tuple[float, float, float],
    width: float,
    depth: float,
    turn: float,
    material: bpy.types.Material,
    number: int = 0,
    repeat: float = 1.0,
) -> bpy.types.Object:
    """A flat rectangle: the table itself, a card, a printed board."""
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([(-width, -depth), (width, -depth), (width, depth), (-width, depth)]) / 2
    flat = corners @ np.array([[c, s], [-s, c]])
    points = np.column_stack([flat, np.zeros(4)]) + centre
    uv = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * repeat
    return add_mesh(points, [[0, 1, 2, 3]], material, number, uv)


def set_camera(scene: bpy.types.Scene, view: View, blur: float = 0.0, focus: float | None = None) -> None:
    """Blender's camera at the place of our own; `blur` opens the aperture."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL" if view.width >= view.height else "VERTICAL"
    data.sensor_width = data.sensor_height = 36.0
    data.lens = view.focal / max(view.width, view.height) * 36.0
    data.clip_end = 1000.0
    if blur > 0:
        data.dof.use_dof = True
        data.dof.focus_distance = focus or float(np.linalg.norm(view.place))
        data.dof.aperture_fstop = 1.0 / blur
    camera = bpy.data.objects.new("camera", data)
    camera.matrix_world = _matrix(view.axes.T, view.place)
    scene.collection.objects.link(camera)
    scene.camera = camera


def _cell(spec: DieSpec, face: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    name = spec.faces[face]
    if spec.sides == 4 and name.startswith("n"):
        return faces.corner_numbers([f for k, f in enumerate(spec.faces) if k != face], rng)
    return faces.face(name, spec.style, rng, spec.turned)


def _add(mesh: bpy.types.Mesh, number: int) -> bpy.types.Object:
    mesh.update()
    body = bpy.data.objects.new("thing", mesh)
    body.pass_index = number
    bpy.context.scene.collection.objects.link(body)
    return body


def _bevel(mesh: bpy.types.Mesh, width: float) -> None:
    shape = bmesh.new()
    shape.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    bmesh.ops.bevel(
        shape,
        geom=[*shape.verts, *shape.edges],
        offset=width,
        segments=3,
        profile=0.5,
        affect="EDGES",
        clamp_overlap=True,
    )
    shape.to_mesh(mesh)
    shape.free()
    mesh.set_sharp_from_angle(angle=0.6)


def _unwrap(mesh: bpy.types.Mesh, solid: meshes.Solid, spec: DieSpec) -> None:
    """Lay every face of the die over its own cell of the atlas, seen straight on."""
    count = len(solid.directions)
    reach = 1.0 if spec.sides == 6 else _face_reach(solid)
    scale = 1.0 / (reach * spec.glyph)
    layer = mesh.uv_layers.new()
    vertices = vertices_of(mesh)
    corner = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corner)
    totals = np.empty(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("loop_total", totals)
    outward = np.empty(len(mesh.polygons) * 3, np.float32)
    mesh.polygons.foreach_get("center" if spec.sides == 6 else "normal", outward)
    face = np.repeat(np.argmax(outward.reshape(-1, 3) @ solid.directions.T, axis=1), totals)
    up = solid.ups[face]
    right = np.cross(up, solid.directions[face])
    points = vertices[corner]
    a = np.clip((points * right).sum(axis=1) * scale, -0.98, 0.98)
    b = np.clip((points * up).sum(axis=1) * scale, -0.98, 0.98)
    uv = np.column_stack([(face + 0.5 + 0.5 * a) / count, 0.5 + 0.5 * b]).astype(np.float32)
    layer.data.foreach_set("uv", uv.ravel())


def vertices_of(mesh: bpy.types.Mesh) -> np.ndarray:
    """The vertices of a mesh as rows."""
    flat = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3)


def _face_reach(solid: meshes.Solid) -> float:
    """How far a face reaches from its middle to its nearest edge, times a little."""
    face = solid.faces[0]
    corners = solid.vertices[list(face)]
    centre = solid.directions[0] * float(corners[0] @ solid.directions[0])
    edges = np.roll(corners, -1, axis=0) - corners
    to_edge = np.linalg.norm(np.cross(corners - centre, edges), axis=1) / np.linalg.norm(edges, axis=1)
    return float(to_edge.min() * (1.6 if len(face) == 3 else 1.25))


def _matrix(linear: np.ndarray, place: np.ndarray) -> Matrix:
    full = np.eye(4)
    full[:3, :3], full[:3, 3] = linear, place
    return Matrix(full.tolist())
