# Calls with soap4r: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
require 'json'
require 'time'
require 'tmpdir'
require 'soap/wsdlDriver'
require 'schoolDriver'
require_relative 'classes'
require_relative 'plain'

$stdout.sync = true

def values(name)
  given = Made::Values.new
  given.level = 1
  given.photo = 'hi' if name == 'bytes'
  given.at = Time.at(0, 123_456, :usec) if name == 'time'
  given
end

def arguments(operation, name)
  case operation
  when 'Get' then Made::Get.new(1)
  when 'Who' then Made::Who.new(1)
  when 'Echo' then Made::Echo.new(values(name))
  else Made.const_get(operation).new
  end
end

def call(operation, wsdl, url, as, given)
  if as == 'classes'
    return Dir.mktmpdir { |folder| Dir.chdir(folder) { make_classes(wsdl) } } && nil
  elsif as == 'dynamic'
    driver = SOAP::WSDLDriverFactory.new(wsdl).create_rpc_driver
    answer = driver.send(operation.downcase, given)
  else
    driver = Made::SchoolSoap.new(url)
    answer = driver.send(operation.downcase, arguments(operation, as))
  end
  found = plain(answer)
  found.is_a?(Hash) && found.size == 1 ? found.values.first : found
end

$stdin.each_line(chomp: true) do |line|
  operation, wsdl, url, as, given = line.split("\t")
  found = begin
    { value: call(operation, wsdl, url, as, JSON.parse(given)) }
  rescue StandardError => error
    { error: "#{error.class}: #{error.message}" }
  end
  puts JSON.generate(found)
end
