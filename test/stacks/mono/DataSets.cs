// What .NET makes of DataSets: writes samples, and reads what others wrote.
using System;
using System.Data;
using System.Globalization;
using System.IO;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

static class DataSets {
  static int Main(string[] args) {
    CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
    Console.OutputEncoding = new UTF8Encoding(false);
    if (args[0] == "write") {
      foreach (string name in new[] { "school", "table", "changes", "types", "names", "related", "nested", "namespaced", "mapped", "inferred", "deep", "defaults", "described" })
        File.WriteAllText(Path.Combine(args[1], name + ".xml"), Write(Sample(name)));
      return 0;
    }
    for (int i = 1; i < args.Length; i++) {
      Console.WriteLine("# " + Path.GetFileNameWithoutExtension(args[i]));
      try { Print(Read(args[i])); } catch (Exception e) { Console.WriteLine("failed\t" + e.Message.Replace('\n', ' ')); }
    }
    return 0;
  }

  static string Write(object set) {
    var text = new StringWriter();
    // ASMX's writer: another refuses the declarations of object columns
    using (XmlWriter writer = new XmlTextWriter(text)) new XmlSerializer(set.GetType(), "urn:test").Serialize(writer, set);
    return text.ToString();
  }

  static object Read(string file) {
    string text = File.ReadAllText(file);
    Type type = text.Contains("<DataTable") ? typeof(DataTable) : typeof(DataSet);
    using (XmlReader reader = XmlReader.Create(new StringReader(text))) return new XmlSerializer(type, "urn:test").Deserialize(reader);
  }

  static DataSet School() {
    var set = new DataSet("School");
    DataTable table = set.Tables.Add("Student");
    table.Columns.Add("Id", typeof(int)); table.Columns.Add("Name", typeof(string)); table.Columns.Add("Born", typeof(DateTime));
    table.Rows.Add(1, "Ann", new DateTime(2010, 1, 2, 0, 0, 0, DateTimeKind.Utc));
    table.Rows.Add(2, "B\u00f6b <&>", DBNull.Value);
    table.Rows.Add(3, "", DBNull.Value);
    set.AcceptChanges();
    return set;
  }

  static object Sample(string name) {
    DataSet set = School();
    DataTable table = set.Tables[0];
    switch (name) {
      case "school": return set;
      case "table": return table.Copy();
      case "changes":
        table.PrimaryKey = new[] { table.Columns["Id"] };
        table.Rows[0]["Name"] = "Anna";
        table.Rows[1].Delete();
        table.Rows.Add(4, "New", DBNull.Value);
        return set;
      case "types": {
        set = new DataSet("Kinds");
        table = set.Tables.Add("All");
        var values = new object[] {
          true, (byte)200, (sbyte)-100, (short)-3, (ushort)65535, -42, 4000000000u, 9007199254740993L, 18446744073709551615UL,
          1.5f, 0.1, 12.3400m, "text", 'c', new Guid("01234567-89ab-cdef-0123-456789abcdef"), new byte[] { 0, 1, 255 },
          new DateTime(2024, 2, 29, 13, 5, 6, DateTimeKind.Utc), new TimeSpan(1, 2, 3, 4, 5), new Uri("http://a/b c"),
          new DateTimeOffset(2024, 2, 29, 13, 5, 6, TimeSpan.FromHours(2)), typeof(int), new System.Numerics.BigInteger(123456789012345678m) };
        foreach (object value in values) {
          Type type = value is Type ? typeof(Type) : value.GetType();
          table.Columns.Add(type.Name, type);
        }
        table.Columns.Add("Object", typeof(object));
        table.Columns.Add("Utc", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        table.Columns.Add("Short", typeof(string)).MaxLength = 10;
        table.Columns.Add("Texts", typeof(string[]));
        DataRow row = table.NewRow();
        for (int i = 0; i < values.Length; i++) row[i] = values[i];
        row["Object"] = 5; row["Utc"] = new DateTime(2024, 2, 29, 13, 5, 6, DateTimeKind.Utc); row["Short"] = "abc";
        row["Texts"] = new[] { "a", "b" };
        table.Rows.Add(row);
        table.Rows.Add(table.NewRow());
        table.Rows[1]["Object"] = new Guid("01234567-89ab-cdef-0123-456789abcdef");
        table.Rows.Add(table.NewRow());
        table.Rows[2]["Object"] = "text";
        set.AcceptChanges();
        return set;
      }
      case "names":
        set = new DataSet("My Set");
        table = set.Tables.Add("Order Details");
        table.Columns.Add("Unit Price", typeof(decimal)); table.Columns.Add("2nd", typeof(int)); table.Columns.Add("a_x0020_b", typeof(string));
        table.Columns.Add("x:y", typeof(string)); table.Columns.Add("\u00fc%", typeof(string)); table.Columns.Add("\U0001F600", typeof(string));
        table.Columns.Add("__proto__", typeof(string));
        table.Rows.Add(1.50m, 2, "c", "d", "e", "f", "g");
        set.AcceptChanges();
        return set;
      case "related":
      case "nested": {
        set = new DataSet("Shop");
        DataTable orders = set.Tables.Add("Order"), lines = set.Tables.Add("Line");
        orders.Columns.Add("Id", typeof(int)); orders.Columns.Add("Customer", typeof(string));
        lines.Columns.Add("OrderId", typeof(int)); lines.Columns.Add("Sku", typeof(string)); lines.Columns.Add("Count", typeof(int));
        orders.PrimaryKey = new[] { orders.Columns["Id"] };
        DataRelation relation = set.Relations.Add("Lines", orders.Columns["Id"], lines.Columns["OrderId"]);
        relation.Nested = name == "nested";
        orders.Rows.Add(1, "Ann"); orders.Rows.Add(2, "Bob"); orders.Rows.Add(3, "Eve");
        lines.Rows.Add(2, "B1", 1); lines.Rows.Add(1, "A1", 5); lines.Rows.Add(1, "A2", 6);
        set.AcceptChanges();
        return set;
      }
      case "inferred":
        // tables without keys of their own: .NET makes them
        set = new DataSet();
        set.ReadXml(new StringReader("<Shop><Order no='1'><Line sku='a'>5</Line><Line sku='b'>6</Line><Address><City>X</City></Address></Order><Order no='2'><Line sku='c'>7</Line></Order></Shop>"));
        set.AcceptChanges();
        set.Tables["Line"].Rows[1].Delete();
        return set;
      case "deep": {
        set = new DataSet("Deep");
        DataTable orders = set.Tables.Add("Order"), lines = set.Tables.Add("Line"), taxes = set.Tables.Add("Tax");
        orders.Columns.Add("Id", typeof(Guid)).ColumnMapping = MappingType.Attribute; orders.Columns.Add("Note", typeof(string));
        lines.Columns.Add("LineId", typeof(int)); lines.Columns.Add("OrderId", typeof(Guid)).ColumnMapping = MappingType.Hidden;
        lines.Columns.Add("Sku", typeof(string));
        taxes.Columns.Add("LineId", typeof(int)).ColumnMapping = MappingType.Attribute;
        taxes.Columns.Add("Rate", typeof(decimal)).ColumnMapping = MappingType.SimpleContent;
        set.Relations.Add("Order lines", orders.Columns["Id"], lines.Columns["OrderId"]).Nested = true;
        set.Relations.Add("Taxes", lines.Columns["LineId"], taxes.Columns["LineId"]).Nested = true;
        Guid one = new Guid("01234567-89ab-cdef-0123-456789abcdef"), two = new Guid("11234567-89ab-cdef-0123-456789abcdef");
        orders.Rows.Add(one, "a"); orders.Rows.Add(two, DBNull.Value);
        lines.Rows.Add(1, two, "S1"); lines.Rows.Add(2, one, ""); lines.Rows.Add(3, one, DBNull.Value);
        taxes.Rows.Add(2, 1.50m); taxes.Rows.Add(1, DBNull.Value);
        set.AcceptChanges();
        orders.Rows[0].RowError = "bad row"; orders.Rows[0].SetColumnError("Note", "bad note");
        lines.Rows[1]["OrderId"] = two; lines.Rows[2]["Sku"] = "changed"; lines.Rows.Add(9, one, "new");
        lines.Rows[0].Delete();
        return set;
      }
      case "defaults":
        // a null stays one beside a default value
        table.Columns["Name"].DefaultValue = "none"; table.Columns["Name"].Caption = "Full name";
        table.Columns.Add("Count", typeof(int)).DefaultValue = 7;
        table.Columns["Count"].ColumnMapping = MappingType.Attribute;
        table.Rows[0]["Name"] = DBNull.Value; table.Rows[1]["Count"] = DBNull.Value;
        table.Rows.Add(4, DBNull.Value, DBNull.Value, DBNull.Value);
        table.Rows.Add(5);
        return set;
      case "described": {
        set = new DataSet("Shop") { Namespace = "urn:shop" };
        table = set.Tables.Add("Line Item");
        DataColumn id = table.Columns.Add("Id", typeof(int)), code = table.Columns.Add("Code", typeof(string));
        id.AutoIncrement = true; id.AutoIncrementSeed = 10; id.AutoIncrementStep = -5; id.ReadOnly = true;
        code.MaxLength = 8; code.Caption = "The <code>"; code.DefaultValue = "x"; code.AllowDBNull = false;
        table.Columns.Add("Price", typeof(decimal)).DefaultValue = 1.50m;
        table.Columns.Add("When", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        table.Columns.Add("Flag", typeof(bool)).DefaultValue = true;
        table.Columns.Add("Hid den", typeof(int)).ColumnMapping = MappingType.Hidden; table.Columns["Hid den"].DefaultValue = 3;
        table.Columns.Add("Key", typeof(Guid)).ColumnMapping = MappingType.Attribute;
        table.Columns["Key"].DefaultValue = new Guid("01234567-89ab-cdef-0123-456789abcdef"); table.Columns["Key"].AllowDBNull = false;
        table.Columns.Add("Sum", typeof(decimal), "Price * 2");
        table.Columns.Add("Letter", typeof(char)).DefaultValue = 'c';
        table.Columns.Add("Since", typeof(DateTime)).DefaultValue = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc);
        table.Columns.Add("Empty", typeof(string)).DefaultValue = "";
        table.Columns.Add("Note", typeof(string)).MaxLength = 3; table.Columns["Note"].ColumnMapping = MappingType.Attribute;
        table.Constraints.Add("Two", new[] { table.Columns["Price"], table.Columns["Key"] }, false);
        table.PrimaryKey = new[] { id };
        table.Rows.Add(table.NewRow());
        table.Rows.Add(null, "b", DBNull.Value, DBNull.Value, DBNull.Value, DBNull.Value, Guid.Empty);
        DataTable words = set.Tables.Add("Text");
        words.Columns.Add("Key", typeof(int)).ColumnMapping = MappingType.Attribute;
        words.Columns.Add("Text", typeof(string)).ColumnMapping = MappingType.SimpleContent;
        words.Columns["Text"].Caption = "Said"; words.Columns["Text"].DefaultValue = "nothing"; words.Columns["Key"].Unique = true;
        words.Rows.Add(1, " "); words.Rows.Add(2, DBNull.Value); words.Rows.Add(3);
        set.AcceptChanges();
        words.Rows[0]["Text"] = "some";
        return set;
      }
      case "namespaced":
        set.Namespace = "urn:school"; set.Prefix = "s";
        table.Rows[0]["Name"] = "Anna";
        table.Rows[1].Delete();
        return set;
      default:
        table.Columns["Id"].ColumnMapping = MappingType.Attribute;
        table.Columns["Born"].ColumnMapping = MappingType.Hidden;
        table.Columns.Add("No", typeof(int)).AutoIncrement = true;
        table.Columns.Add("Twice", typeof(int)).Expression = "Id * 2";
        table.Columns["Name"].Caption = "Full name"; table.Columns["Name"].DefaultValue = "none"; table.Columns["Name"].AllowDBNull = false;
        table.Rows[0]["Name"] = "Anna";
        table.Rows[1].Delete();
        DataTable texts = set.Tables.Add("Text");
        texts.Columns.Add("Key", typeof(int)).ColumnMapping = MappingType.Attribute;
        texts.Columns.Add("Text", typeof(string)).ColumnMapping = MappingType.SimpleContent;
        texts.Rows.Add(1, "some"); texts.Rows.Add(2, DBNull.Value);
        texts.AcceptChanges();
        return set;
    }
  }

  static void Print(object read) {
    DataSet set = read as DataSet;
    DataTable[] tables;
    if (set == null) tables = new[] { (DataTable)read };
    else {
      Console.WriteLine("set\t" + set.DataSetName + "\t" + set.Namespace);
      tables = new DataTable[set.Tables.Count];
      set.Tables.CopyTo(tables, 0);
      foreach (DataRelation one in set.Relations)
        Console.WriteLine("relation\t" + one.RelationName + "\t" + one.ParentTable + "." + one.ParentColumns[0] + "\t" + one.ChildTable + "." + one.ChildColumns[0]);
    }
    foreach (DataTable table in tables) {
      Console.WriteLine("table\t" + table.TableName + "\t" + table.Namespace);
      foreach (DataColumn column in table.PrimaryKey) Console.WriteLine("key\t" + column.ColumnName);
      foreach (DataColumn column in table.Columns) Console.WriteLine("column\t" + column.ColumnName + "\t" + column.DataType.Name + Details(column));
      foreach (Constraint one in table.Constraints) {
        var unique = one as UniqueConstraint;
        if (unique != null && !unique.IsPrimaryKey) Console.WriteLine("unique\t" + string.Join("\t", Array.ConvertAll(unique.Columns, column => column.ColumnName)));
      }
      foreach (DataRow row in table.Rows) {
        Console.WriteLine("row\t" + row.RowState + Values(table, row, row.RowState == DataRowState.Deleted ? DataRowVersion.Original : DataRowVersion.Current));
        if (row.RowState == DataRowState.Modified) Console.WriteLine("original" + Values(table, row, DataRowVersion.Original));
      }
    }
  }

  static string Details(DataColumn column) {
    return "\t" + string.Join("\t", column.Caption, column.DefaultValue, column.AllowDBNull, column.ReadOnly, column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep, column.Expression, column.MaxLength, column.DateTimeMode, column.ColumnMapping);
  }

  static string Values(DataTable table, DataRow row, DataRowVersion version) {
    var text = new StringBuilder();
    foreach (DataColumn column in table.Columns) {
      object value = row[column, version];
      if (value is DBNull) continue;
      string shown = value is byte[] ? Convert.ToBase64String((byte[])value)
        : value is DateTime ? ((DateTime)value).ToUniversalTime().ToString("s")
        : value is TimeSpan ? XmlConvert.ToString((TimeSpan)value)
        : Convert.ToString(value, CultureInfo.InvariantCulture);
      text.Append("\t" + column.ColumnName + "=" + shown);
    }
    return text.ToString();
  }
}
