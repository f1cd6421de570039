import java.io.File;
import java.util.List;
import java.util.Map;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.ws.Endpoint;
import javax.xml.ws.WebServiceFeature;
import com.sun.xml.ws.developer.SchemaValidationFeature;
import school.InvalidPhone;
import school.Person;
import school.Problem;
import school.SchoolSoap;
import school.Student;
import school.Students;
import school.Values;

/** A service with JAX-WS, whose answers say what it read: port, WSDL, settings. */
@WebService(endpointInterface = "school.SchoolSoap", serviceName = "School", portName = "SchoolSoap", targetNamespace = "urn:school")
public final class Service implements SchoolSoap {
    public static void main(String[] given) {
        boolean isValidated = given[2].equals("validation");
        Endpoint endpoint = Endpoint.create(
            new Service(),
            isValidated ? new WebServiceFeature[] {new SchemaValidationFeature()} : new WebServiceFeature[0]);
        endpoint.setMetadata(List.<Source>of(new StreamSource(new File(given[1]).toURI().toString())));
        endpoint.setProperties(Map.of(
            Endpoint.WSDL_SERVICE, new QName("urn:school", "School"),
            Endpoint.WSDL_PORT, new QName("urn:school", "SchoolSoap")));
        endpoint.publish("http://127.0.0.1:" + given[0] + "/");
    }

    @Override
    public String save(Student student, String note) throws Problem {
        if ("fault".equals(note)) {
            InvalidPhone detail = new InvalidPhone();
            detail.setReason("letters");
            throw new Problem("bad phone", detail);
        }
        try {
            String read = student == null ? "{\"student\":null}" : Shown.json(student);
            return read.substring(0, read.length() - 1) + ",\"note\":" + Shown.json(note) + "}";
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    @Override
    public Values echo(Values values) {
        try {
            values.setText(Shown.json(values));
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
        return values;
    }

    @Override
    public Student get(int id) {
        return null;
    }

    @Override
    public Students list() {
        return null;
    }

    @Override
    public Person who(int id) {
        return null;
    }

    @Override
    public void ping() {}

    @Override
    public void notify(String text) {}
}
