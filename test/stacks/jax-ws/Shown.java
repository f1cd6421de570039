import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What was read, as JSON: the fields of objects, as generated classes have them. */
final class Shown {
    static String json(Object value) throws IllegalAccessException {
        if (value == null) return "null";
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        List<String> all = new ArrayList<>();
        if (value instanceof Collection<?> items) {
            for (Object one : items) all.add(json(one));
            return "[" + String.join(",", all) + "]";
        }
        if (value instanceof Object[] items) {
            for (Object one : items) all.add(json(one));
            return "[" + String.join(",", all) + "]";
        }
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> one : map.entrySet()) all.add(text(one.getKey()) + ":" + json(one.getValue()));
            return "{" + String.join(",", all) + "}";
        }
        String name = value.getClass().getName();
        // Axis has classes for enumerations
        if (!name.startsWith("school.") || name.endsWith(".Kind")) return text(value);
        for (Class<?> of = value.getClass(); of.getName().startsWith("school."); of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getName().startsWith("__")) continue;
                field.setAccessible(true);
                String own = field.getName().equals("_long") ? "long" : field.getName();
                all.add(text(own) + ":" + json(field.get(value)));
            }
        }
        return "{" + String.join(",", all) + "}";
    }

    static String text(Object value) {
        StringBuilder all = new StringBuilder("\"");
        for (char one : String.valueOf(value).toCharArray()) {
            if (one < ' ' || one == '"' || one == '\\') all.append(String.format("\\u%04x", (int) one));
            else all.append(one);
        }
        return all.append('"').toString();
    }

    /** What came of an error. */
    static String failed(Throwable error, Object detail) throws IllegalAccessException {
        StringBuilder all = new StringBuilder();
        for (Throwable one = error; one != null; one = one.getCause())
            all.append(one.getClass().getSimpleName()).append(": ").append(one.getMessage()).append(' ');
        return "{\"error\":" + text(all) + ",\"detail\":" + json(detail) + "}";
    }
}
