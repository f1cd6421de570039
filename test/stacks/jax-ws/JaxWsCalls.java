import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Base64;
import javax.xml.namespace.QName;
import javax.xml.ws.Service;

/**
 * Calls the operations of the school through the interfaces that wsimport made of each ?WSDL, in a package for each service.
 * Arguments: BASE-URL CASES-FILE; lines as in mono/Calls.cs.
 */
public final class JaxWsCalls {
    private static final String NAMESPACE = "http://tempuri.org/";

    private static Method find(Class<?> port, String operation) {
        for (Method method : port.getMethods()) {
            if (method.getName().equalsIgnoreCase(operation)) {
                return method;
            }
        }
        throw new IllegalArgumentException("no method " + operation);
    }

    private static String text(String field) {
        return new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
    }

    private static String call(String base, String[] parts, String portName) throws Exception {
        String service = parts[2];
        Class<?> type = Class.forName(service.toLowerCase() + "." + service + "Soap");
        URL wsdl = new URL(base + parts[1] + "?WSDL");
        Object port = Service.create(wsdl, new QName(NAMESPACE, service))
            .getPort(new QName(NAMESPACE, service + portName), type);
        Method method = find(type, parts[3]);
        Object[] values = new Object[parts.length - 4];
        for (int index = 0; index < values.length; index++) {
            String[] field = parts[index + 4].split(":", -1);
            values[index] = field[1].equals("int") ? (Object) Integer.valueOf(text(field[2])) : text(field[2]);
        }
        try {
            return String.valueOf(method.invoke(port, values));
        } catch (InvocationTargetException failure) {
            throw (Exception) failure.getCause();
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Paths.get(arguments[1]), StandardCharsets.UTF_8)) {
            String[] parts = line.split("\t", -1);
            if (parts[2].equals("Types")) {
                continue;
            }
            for (String portName : new String[] {"Soap", "Soap12"}) {
                String outcome;
                String result;
                try {
                    result = call(arguments[0], parts, portName);
                    outcome = "ok";
                } catch (Exception error) {
                    result = error.toString();
                    outcome = "failed";
                }
                String encoded = Base64.getEncoder().encodeToString(result.getBytes(StandardCharsets.UTF_8));
                System.out.println(String.join("\t", parts[0], portName, outcome, encoded));
            }
        }
    }
}
