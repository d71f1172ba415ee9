"""The workshop's data: rendered scenes, composites, labels of real photos, and the commands that build them."""
