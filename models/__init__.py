"""The workshop of the two networks: training, evaluation and export. At run time only the ONNX files are used."""
