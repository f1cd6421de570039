#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): a DataSet writes values of
# System.DateTimeOffset and System.Numerics.BigInteger in a column of type object as xsi:type="xs:anyType", and cannot
# read what it wrote: "Unable to proceed with deserialization. Data does not implement IXMLSerializable, therefore
# polymorphism is not supported." It writes no warning. Int64, TimeSpan, Uri and Guid in the same column come back.
#
# Seen on 2026-11-29:
#   Int64: xs:long, read as Int64
#   TimeSpan: xs:duration, read as TimeSpan
#   Guid: System.Guid, read as Guid
#   DateTimeOffset: xs:anyType, not read: InvalidOperationException
#   BigInteger: xs:anyType, not read: InvalidOperationException
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
  </PropertyGroup>
</Project>
END
cat >Program.cs <<'END'
using System.Data;
using System.Numerics;
using System.Text.RegularExpressions;

object[] values = [5L, TimeSpan.FromHours(1), Guid.Empty, DateTimeOffset.UnixEpoch, BigInteger.One];
foreach (var value in values)
{
    var set = new DataSet("Data");
    var table = set.Tables.Add("Row");
    table.Columns.Add("Value", typeof(object));
    table.Rows.Add(value);
    var text = new StringWriter();
    set.WriteXml(text, XmlWriteMode.WriteSchema);
    var type = Regex.Match(text.ToString(), "<Value (?:xsi:type|msdata:InstanceType)=\"([^\"]*)\"").Groups[1].Value;
    var outcome = "";
    try
    {
        var read = new DataSet();
        read.ReadXml(new StringReader(text.ToString()));
        outcome = "read as " + read.Tables[0].Rows[0][0].GetType().Name;
    }
    catch (Exception error)
    {
        outcome = "not read: " + error.GetType().Name;
    }
    Console.WriteLine($"{value.GetType().Name}: {type}, {outcome}");
}
END
found=$(dotnet run -v quiet)
expected='Int64: xs:long, read as Int64
TimeSpan: xs:duration, read as TimeSpan
Guid: System.Guid, read as Guid
DateTimeOffset: xs:anyType, not read: InvalidOperationException
BigInteger: xs:anyType, not read: InvalidOperationException'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
