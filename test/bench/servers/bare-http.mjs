// The reference for documents: a server of `node:http` that sends given bytes. Takes a file with `{ tag, body, headers, validators }`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** @type {{ tag: string, body: string, headers: string[], validators: string[] }} */
const { tag, body, headers, validators } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bytes = Buffer.from(body)

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.headers['if-none-match'] === tag) response.writeHead(304, validators).end()
  else response.writeHead(200, headers).end(bytes)
}).listen(Number(process.env['PORT']), '127.0.0.1')
