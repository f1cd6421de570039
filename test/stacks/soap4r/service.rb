# A service with soap4r, whose answers say what it read: ruby service.rb PORT. Its own servers need Logger::Application,
# which Ruby no longer has.
require 'json'
require 'socket'
require 'time'
require 'soap/rpc/router'
require 'schoolDriver'
require_relative 'plain'

class Service
  def save(given)
    raise Made::InvalidPhone.new('letters') if given.note == 'fault'
    raise 'secret' if given.note == 'exception'
    read = (plain(given.student) || { student: nil }).merge(note: plain(given.note))
    Made::SaveResponse.new(JSON.generate(read))
  end

  def echo(given)
    Made::EchoResponse.new(Made::Values.new(JSON.generate(plain(given.values))).tap { |one| one.level = 1 })
  end

  def ping(_given) = Made::PingResponse.new
end

router = SOAP::RPC::Router.new('School')
router.mapping_registry = Made::SchoolMappingRegistry::EncodedRegistry
router.literal_mapping_registry = Made::SchoolMappingRegistry::LiteralRegistry
Made::SchoolSoap::Methods.each do |one|
  router.add_document_operation(Service.new, *one) if %w[save echo ping].include?(one[1])
end
server = TCPServer.new('127.0.0.1', ARGV[0].to_i)
loop do
  connection = server.accept
  headers = []
  while (line = connection.gets) && line != "\r\n" do headers << line.downcase end
  length = headers.find { |one| one.start_with?('content-length:') }.to_s[/\d+/].to_i
  if length.positive?
    data = SOAP::StreamHandler::ConnectionData.new
    data.receive_string = connection.read(length)
    data.receive_contenttype = 'text/xml; charset=utf-8'
    data.soapaction = headers.find { |one| one.start_with?('soapaction:') }.to_s[/"(.*)"/, 1]
    data = router.route(data)
    status = data.is_fault ? '500 Fault' : '200 OK'
    connection.write("HTTP/1.1 #{status}\r\nContent-Type: text/xml; charset=utf-8\r\nConnection: close\r\n" \
                     "Content-Length: #{data.send_string.bytesize}\r\n\r\n#{data.send_string}")
  end
  connection.close
end
