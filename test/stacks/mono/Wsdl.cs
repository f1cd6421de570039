// Runs `wsdl` once for each line of arguments, in one process. usage: mono wsdl.exe LINES-FILE
using System;
using System.IO;
using System.Reflection;

static class Wsdl {
  static int Main(string[] given) {
    var tool = Assembly.LoadFrom(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location), "wsdl.exe"));
    foreach (var line in File.ReadAllLines(given[0]))
      if ((int)tool.EntryPoint.Invoke(null, new object[] { line.Split('\t') }) != 0) return 1;
    return 0;
  }
}
