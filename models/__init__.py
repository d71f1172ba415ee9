"""The workshop of the networks: training, evaluation and export. At run time only the ONNX files are used."""
