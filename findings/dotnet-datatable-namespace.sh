#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): XmlSerializer writes a
# System.Data.DataTable that has a namespace, and reads it back only if the namespace has no colon. With a URI, which is
# what namespaces are, it throws: "DataTable 'urn:t:Row' does not match to any DataTable in source".
#
# Seen on 2026-11-29:
#   no namespace: 1 row
#   namespace 'people': 1 row
#   namespace 'urn:t': ArgumentException
#   namespace 'http://example.org/': ArgumentException
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
using System.Xml.Serialization;

var serializer = new XmlSerializer(typeof(DataTable));
foreach (var uri in new[] { "", "people", "urn:t", "http://example.org/" })
{
    var table = new DataTable("Row", uri);
    table.Columns.Add("Value", typeof(int));
    table.Rows.Add(1);
    var text = new StringWriter();
    serializer.Serialize(text, table);
    var outcome = "";
    try
    {
        var read = (DataTable)serializer.Deserialize(new StringReader(text.ToString()))!;
        outcome = $"{read.Rows.Count} row";
    }
    catch (InvalidOperationException error)
    {
        outcome = error.InnerException?.GetType().Name ?? "?";
    }
    Console.WriteLine($"{(uri == "" ? "no namespace" : $"namespace '{uri}'")}: {outcome}");
}
END
found=$(dotnet run -v quiet)
expected="no namespace: 1 row
namespace 'people': 1 row
namespace 'urn:t': ArgumentException
namespace 'http://example.org/': ArgumentException"
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
