-- A service with LuaSOAP: port. CGILua, for which it is made, is not of Debian: here are the functions of it that the
-- service calls, and HTTP around them.
local socket = require "socket"
local answer = {}
cgilua = {
  header = function(name, value) answer[#answer + 1] = ("%s: %s\r\n"):format(name, value) end,
  contentheader = function(one, other) answer[#answer + 1] = ("Content-Type: %s/%s\r\n\r\n"):format(one, other) end,
  put = function(text) answer[#answer + 1] = text end,
  seterroroutput = function() end,
}
local service = require "soap.server"
service.register_service_info("School", "urn:school", "http://127.0.0.1/")
service.export {
  name = "Who",
  message = { name = "Who", { name = "id", type = "int" } },
  response = { name = "WhoResponse", { name = "WhoResult", type = "string" } },
  method = function() return { { tag = "WhoResult", "Ann" } } end,
}

local server = assert(socket.bind("127.0.0.1", arg[1]))
while true do
  local connection = server:accept()
  local length = 0
  local line = connection:receive()
  while line and line ~= "" do
    length = tonumber(line:lower():match "^content%-length: (%d+)") or length
    line = connection:receive()
  end
  if line then
    answer = { "HTTP/1.1 200 OK\r\n" }
    service.handle_request(connection:receive(length))
    connection:send(table.concat(answer))
  end
  connection:close()
end
