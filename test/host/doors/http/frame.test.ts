import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { API_HEADERS } from '../../../../host/doors/http/index.ts'
import { createFrame } from '../../../../host/doors/http/frame.ts'

describe('An answer in a frame', () => {
  let server: Server
  after(() => server.close())

  it('keeps each header that is there twice', async () => {
    const frame = createFrame({ corsOrigins: ['https://app.example'] })
    const given = { ...(frame && { ServerResponse: frame.ServerResponse }) }
    server = createServer(given, (_request, response) => {
      response.writeHead(200, [...API_HEADERS, 'Vary', 'Accept-Language', 'Set-Cookie', 'a=1']).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`)
    expect(headers.get('vary')).to.include('Authorization').and.to.include('Accept-Language').and.to.include('Origin')
    expect(headers.getSetCookie()).to.deep.equal(['a=1'])
  })
})
