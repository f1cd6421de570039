#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): XmlSerializer reads what comes
# after an empty DataSet only if its diffgram is self-closed, as .NET writes it. If the diffgram holds the empty root
# element of the DataSet, which is the same data, each member after the DataSet stays null, without an exception.
#
# Seen on 2026-11-29:
#   a self-closed diffgram: After = after
#   a diffgram with an empty root: After = null
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >finding.csproj <<'END'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <RuntimeFrameworkVersion>10.0.12</RuntimeFrameworkVersion>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier>
    <SelfContained>true</SelfContained>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
using System.Data;
using System.Text.RegularExpressions;
using System.Xml.Serialization;

var serializer = new XmlSerializer(typeof(Answer));
var text = new StringWriter();
serializer.Serialize(text, new Answer { Data = new DataSet("Data"), After = "after" });
var asWritten = text.ToString();
var withRoot = Regex.Replace(asWritten, "<diffgr:diffgram([^>]*) />", "<diffgr:diffgram$1><Data /></diffgr:diffgram>");
Console.WriteLine("a self-closed diffgram: After = " + AfterOf(asWritten));
Console.WriteLine("a diffgram with an empty root: After = " + AfterOf(withRoot));

string AfterOf(string xml) => ((Answer)serializer.Deserialize(new StringReader(xml))!).After ?? "null";

public class Answer
{
    public DataSet? Data;
    public string? After;
}
END
found=$(dotnet run -v quiet)
expected='a self-closed diffgram: After = after
a diffgram with an empty root: After = null'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
