import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.WebServiceFeature;
import com.sun.xml.ws.developer.SchemaValidationFeature;
import school.Problem;
import school.School;
import school.SchoolSoap;

/** Calls with JAX-WS: lines of operation, WSDL, URL, settings and arguments; prints JSON lines. */
public final class Client {
    public static void main(String[] given) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        School service = new School(new File(given[0]).toURI().toURL());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split("\t");
            boolean isValidated = fields[3].equals("validation");
            SchoolSoap port = service.getSchoolSoap(
                isValidated ? new WebServiceFeature[] {new SchemaValidationFeature()} : new WebServiceFeature[0]);
            ((BindingProvider) port).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, fields[2]);
            try {
                out.println("{\"value\":" + Shown.json(call(port, fields[0])) + "}");
            } catch (Problem error) {
                out.println(Shown.failed(error, error.getFaultInfo()));
            } catch (RuntimeException error) {
                out.println(Shown.failed(error, null));
            }
        }
        System.exit(0);
    }

    private static Object call(SchoolSoap port, String operation) throws Problem {
        switch (operation) {
            case "Get": return port.get(1);
            case "Who": return port.who(1);
            case "List": return port.list();
            case "Echo":
                school.Values values = new school.Values();
                values.setLevel(1);
                return port.echo(values);
            default:
                port.ping();
                return null;
        }
    }
}
