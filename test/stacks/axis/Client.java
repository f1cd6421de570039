import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import school.InvalidPhone;
import school.SchoolLocator;
import school.SchoolSoap_PortType;
import school.Values;

/** Calls with Axis: lines of operation, WSDL, URL, what is sent, and arguments; prints JSON lines. */
public final class Client {
    public static void main(String[] given) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] fields = line.split("\t");
            SchoolSoap_PortType port = new SchoolLocator().getSchoolSoap(new URL(fields[2]));
            try {
                out.println("{\"value\":" + Shown.json(call(port, fields[0], fields[3])) + "}");
            } catch (InvalidPhone error) {
                out.println(Shown.failed(error, error.getReason()));
            } catch (Exception error) {
                out.println(Shown.failed(error, null));
            }
        }
        System.exit(0);
    }

    private static Object call(SchoolSoap_PortType port, String operation, String as) throws Exception {
        switch (operation) {
            case "Get": return port.get(1);
            case "Who": return port.who(1);
            case "List": return port.list();
            case "Echo":
                Values values = new Values();
                values.setLevel(1);
                if (as.equals("emoji")) values.setText("\ud83d\ude00");
                else values.setPrice(new BigDecimal("1E+3"));
                return port.echo(values);
            default:
                port.ping();
                return null;
        }
    }
}
