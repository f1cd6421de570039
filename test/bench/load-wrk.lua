wrk.method = "POST"
wrk.body = os.getenv("BENCH_BODY")
wrk.headers["Content-Type"] = "text/xml; charset=utf-8"
wrk.headers["SOAPAction"] = '"http://tempuri.org/' .. os.getenv("BENCH_OPERATION") .. '"'
