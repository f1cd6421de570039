import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Validates by Xerces-J the files whose names come line by line, by the schema that is its argument.
 * Prints for each file a line with the first complaint, empty if it is valid; one line that begins
 * with a tab if the schema cannot be loaded.
 */
public class ValidateXml {
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    SchemaFactory factory = SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema",
        "org.apache.xerces.jaxp.validation.XMLSchemaFactory", null);
    factory.setErrorHandler(new Refusing());
    try {
      judge(factory.newSchema(new File(arguments[0])), out);
    } catch (SAXException error) {
      out.println("\t" + oneLine(error));
    }
    out.flush();
  }

  private static void judge(Schema schema, PrintStream out) throws Exception {
    InputStreamReader in = new InputStreamReader(System.in, StandardCharsets.UTF_8);
    BufferedReader names = new BufferedReader(in);
    Validator validator = schema.newValidator();
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      validator.reset();
      validator.setErrorHandler(new Refusing());
      try {
        validator.validate(new StreamSource(new File(name)));
        out.println();
      } catch (SAXException error) {
        out.println(oneLine(error));
      }
    }
  }

  private static String oneLine(Exception error) {
    return String.valueOf(error.getMessage()).replaceAll("\\s+", " ").trim();
  }

  private static class Refusing implements ErrorHandler {
    @Override public void warning(SAXParseException error) {}

    @Override public void error(SAXParseException error) throws SAXException {
      throw error;
    }

    @Override public void fatalError(SAXParseException error) throws SAXException {
      throw error;
    }
  }
}
