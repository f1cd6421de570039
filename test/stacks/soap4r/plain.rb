# What soap4r read, as JSON: objects of classes and those without, with their attributes.
def plain(value)
  case value
  when nil, true, false, Numeric then value
  when String then value.to_s
  when Date, Time then value.iso8601
  when Array then value.map { |one| plain(one) }
  when SOAP::Mapping::Object
    found = Hash.new { |all, name| all[name] = [] }
    value.__xmlele.each { |name, one| found[name.name] = plain(one) }
    value.__xmlattr.each { |name, one| found[name.name] = plain(one) }
    found
  else
    names = value.instance_variables.reject { |name| name.to_s.start_with?('@__') }
    return value.to_s if names.empty? && !value.class.name.start_with?('Made::')
    found = names.to_h { |name| [name.to_s.delete('@'), plain(value.instance_variable_get(name))] }
    (value.instance_variable_get('@__xmlattr') || {}).each { |name, one| found[name.name] = plain(one) }
    found
  end
end
