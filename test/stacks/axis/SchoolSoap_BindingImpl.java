package school;

/** A service with Axis, whose answers say what it read. */
public class SchoolSoap_BindingImpl implements SchoolSoap_PortType {
    public String save(Student student, String note) throws InvalidPhone {
        if ("fault".equals(note)) throw new InvalidPhone("letters");
        try {
            String read = student == null ? "{\"student\":null}" : json(student);
            return read.substring(0, read.length() - 1) + ",\"note\":" + json(note) + "}";
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    // a class in a package cannot name one that is in none
    private static String json(Object value) throws Exception {
        java.lang.reflect.Method method = Class.forName("Shown").getDeclaredMethod("json", Object.class);
        method.setAccessible(true);
        return (String) method.invoke(null, value);
    }

    public Student get(int id) {
        return null;
    }

    public Student[] list() {
        return null;
    }

    public Person who(int id) {
        return null;
    }

    public void ping() {}

    public Values echo(Values values) {
        return values;
    }

    public void notify(String text) {}
}
