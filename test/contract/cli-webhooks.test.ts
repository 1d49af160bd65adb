import path from 'node:path'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts'

describe('atrium webhooks', () => {
  let host: TestHost
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
    host = await startTestHost({ egressAllow: ['127.0.0.1'] })
  })
  after(async () => {
    await host.close()
    await receiver[Symbol.asyncDispose]()
  })
  const run = (...args: readonly string[]) => runAtrium(['webhooks', ...args], { cwd: path.dirname(host.dataDir) })

  it('create one with its secret, list it, test it and show what the receiver answered', async () => {
    const made = await run('create', receiver.url, '--event', '*', '--name', 'Books')
    expect(made.stdout).to.match(/^Created the webhook \[1\]\. .*\nwhsec_\S{44}\n$/)
    expect((await run('test', '1')).stdout).to.match(/^delivered {2}200 after \d+ ms\n$/)
    receiver.answer = (response) => void response.writeHead(500).end()
    const failed = await run('test', '1', '--json')
    expect(failed.code).to.equal(1)
    expect(failed.json()).to.include({ event: 'webhook.test', status: 500, state: 'failed' })
    expect((await run('list')).stdout).to.match(/1 +Books +http:\S+ +\* +enabled +failed 20/)
    const log = await run('deliveries', '--webhook', '1', '--json')
    expect(log.json<{ state: string }[]>().map(({ state }) => state)).to.deep.equal(['failed', 'delivered'])
  })

  it('refuse what is not there and what is no address', async () => {
    const nobody = await run('test', '999')
    expect([nobody.code, nobody.stdout]).to.deep.equal([1, ''])
    expect(nobody.stderr).to.include('There is no record [999]')
    const wrong = await run('create', 'hooks', '--event', '*')
    expect([wrong.code, wrong.stdout]).to.deep.equal([1, ''])
    expect(wrong.stderr).to.include('Enter a whole address')
  })
})
