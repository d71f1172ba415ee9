"""Dice materials as Blender nodes: plain, marbled, pearled and translucent plastic with inked, engraved faces."""

from __future__ import annotations

import bpy
import numpy as np

from datasets.pigments import RGB, linear
from datasets.render.look import Look


def dice_material(
    look: Look, ink: np.ndarray, height: np.ndarray, inks: list[RGB], rng: np.random.Generator
) -> bpy.types.Material:
    """A material that reads the face atlas from the mesh's UVs; `inks` is the ink of each face."""
    material = bpy.data.materials.new("die")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    mask = _image_node(tree, ink, "ink")
    base = _base_colour(tree, look, rng)
    mixed = tree.nodes.new("ShaderNodeMixRGB")
    paint = tree.nodes.new("ShaderNodeTexImage")
    paint.image, paint.interpolation = _image(np.array([[linear(rgb) for rgb in inks]]), "Non-Color"), "Closest"
    tree.links.new(paint.outputs["Color"], mixed.inputs["Color2"])
    tree.links.new(mask.outputs["Color"], mixed.inputs["Fac"])
    tree.links.new(base, mixed.inputs["Color1"])
    tree.links.new(mixed.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = look.roughness
    shader.inputs["IOR"].default_value = 1.47
    shader.inputs["Metallic"].default_value = look.metallic
    if look.material == "pearled":
        shader.inputs["Coat Weight"].default_value = 0.5
        shader.inputs["Sheen Weight"].default_value = 0.3
    if look.material == "translucent":
        _make_translucent(tree, shader, mask, look, rng)
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.8
    bump.inputs["Distance"].default_value = 0.06
    depth = _image_node(tree, height, "height")
    tree.links.new(depth.outputs["Color"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def plain_material(
    rgb: RGB, roughness: float = 0.5, metallic: float = 0.0, specular: float = 0.5
) -> bpy.types.Material:
    """One colour, for tokens, trays and coins."""
    material = bpy.data.materials.new("plain")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*linear(rgb), 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Specular IOR Level"].default_value = specular
    return material


def printed_material(
    texture: np.ndarray, roughness: float, bump: float = 0.0, specular: float = 0.5
) -> bpy.types.Material:
    """A picture (display RGB, 0 to 255) as the colour of a surface; its brightness also raises the surface."""
    material = bpy.data.materials.new("print")
    material.use_nodes = True
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = _image(texture.astype(np.float32) / 255, "sRGB")
    tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = specular
    if bump > 0:
        bumper = tree.nodes.new("ShaderNodeBump")
        bumper.inputs["Strength"].default_value = min(1.0, bump)
        bumper.inputs["Distance"].default_value = 0.1
        tree.links.new(node.outputs["Color"], bumper.inputs["Height"])
        tree.links.new(bumper.outputs["Normal"], shader.inputs["Normal"])
    return material


def _base_colour(tree: bpy.types.NodeTree, look: Look, rng: np.random.Generator) -> bpy.types.NodeSocket:
    if look.second is None:
        flat = tree.nodes.new("ShaderNodeRGB")
        flat.outputs[0].default_value = (*linear(look.rgb), 1)
        return flat.outputs[0]
    place = tree.nodes.new("ShaderNodeTexCoord")
    shift = tree.nodes.new("ShaderNodeMapping")
    shift.inputs["Location"].default_value = tuple(rng.uniform(-50, 50, 3))
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = float(rng.uniform(0.5, 1.6))
    noise.inputs["Detail"].default_value = 4
    noise.inputs["Distortion"].default_value = float(rng.uniform(0.5, 4.0))
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    # the named colour keeps most of the die
    start = float(rng.uniform(0.48, 0.58))
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = (
        start,
        start + float(rng.uniform(0.04, 0.3)),
    )
    ramp.color_ramp.elements[0].color = (*linear(look.rgb), 1)
    ramp.color_ramp.elements[1].color = (*linear(look.second), 1)
    tree.links.new(place.outputs["Object"], shift.inputs["Vector"])
    tree.links.new(shift.outputs["Vector"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    return ramp.outputs["Color"]


def _make_translucent(
    tree: bpy.types.NodeTree,
    shader: bpy.types.Node,
    mask: bpy.types.Node,
    look: Look,
    rng: np.random.Generator,
) -> None:
    """The body lets the table through, less so at its edges; the paint of the pips does not.

    Plain transparency instead of refraction: a handful of samples per pixel leaves refraction dark and speckled.
    """
    clear = look.colour == "clear"
    middle = float(rng.uniform(0.12, 0.3)) if clear else float(rng.uniform(0.5, 0.8))
    rise = (0.35 if clear else 1.0) * (1 - middle)  # a clear face seen at an angle is still clear
    edge = tree.nodes.new("ShaderNodeLayerWeight")
    edge.inputs["Blend"].default_value = float(rng.uniform(0.25, 0.45))
    body = tree.nodes.new("ShaderNodeMath")
    body.operation, body.use_clamp = "MULTIPLY_ADD", True
    body.inputs[1].default_value, body.inputs[2].default_value = rise, middle
    tree.links.new(edge.outputs["Facing"], body.inputs[0])
    alpha = tree.nodes.new("ShaderNodeMath")
    alpha.operation = "MAXIMUM"
    tree.links.new(body.outputs[0], alpha.inputs[0])
    tree.links.new(mask.outputs["Color"], alpha.inputs[1])
    tree.links.new(alpha.outputs[0], shader.inputs["Alpha"])
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.02, 0.25))


def _image_node(tree: bpy.types.NodeTree, grey: np.ndarray, name: str) -> bpy.types.Node:
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = _image(np.repeat(grey[..., None], 3, axis=2), "Non-Color")
    node.name = name
    return node


def _image(rgb: np.ndarray, space: str) -> bpy.types.Image:
    height, width = rgb.shape[:2]
    image = bpy.data.images.new("texture", width, height)
    image.colorspace_settings.name = space
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = rgb[::-1]
    image.pixels.foreach_set(pixels.ravel())
    return image
