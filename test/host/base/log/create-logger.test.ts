import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { createLogger } from '../../../../host/base/log/index.ts'
import type { LogLevel } from '../../../../host/base/log/index.ts'

async function recorder(level?: LogLevel, pretty = false) {
  const lines: string[] = []
  const log = await createLogger({ level, pretty, stream: { write: (line) => void lines.push(line) } })
  return { log, lines, records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('the log', () => {
  it('accepts the details first, as other loggers do', async () => {
    const { log, records } = await recorder()
    ;(log.info as (...given: unknown[]) => void)({ van: 1 }, 'rented')
    expect(records()[0]).to.include({ msg: 'rented', van: 1 })
  })

  it('is one JSON object per line, with the level by name', async () => {
    const { log, records } = await recorder()
    log.info('answered', { status: 200 })
    expect(records()[0]).to.include({ level: 'info', status: 200, msg: 'answered' })
    expect(records()[0]?.time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('leaves out lines below its level', async () => {
    const { log, lines } = await recorder('warn')
    log.info('unheard')
    log.warn('heard')
    expect(lines).to.have.lengthOf(1)
  })

  it('adds the bindings of a child logger to its lines', async () => {
    const { log, records } = await recorder()
    log.child({ plugin: 'clients' }).info('started')
    expect(records()[0]).to.include({ plugin: 'clients' })
  })

  it('names the type of an error', async () => {
    const { log, records } = await recorder()
    log.error('failed', { err: new TypeError('no number') })
    expect(records()[0]?.err).to.include({ type: 'TypeError', message: 'no number' })
  })

  it('redacts secrets by their name, at any depth', async () => {
    const { log, lines } = await recorder()
    log.info('asked', { token: 's3cret', request: { headers: { Authorization: 's3cret', 'set-cookie': ['s3cret'] } } })
    log.info('listed', { accounts: [{ password: 's3cret', api_key: 's3cret', name: 'kept' }] })
    log.child({ secret: 's3cret' }).info('child')
    expect(lines.join('')).to.include('kept').and.to.include('[redacted]').and.to.not.include('s3cret')
  })

  it('redacts secrets however their name is spelled', async () => {
    const { log, lines } = await recorder()
    const names = [
      'accessToken',
      'apiKey',
      'clientSecret',
      'smtp_password',
      'x-api-key',
      'AWS_SECRET_ACCESS_KEY',
      'passwordHash',
    ]
    log.info('read', { settings: Object.fromEntries(names.map((name) => [name, 's3cret'])) })
    expect(lines.join('')).to.not.include('s3cret')
  })

  it('shows members whose names only resemble a secret', async () => {
    const { log, records } = await recorder()
    log.info('asked', { max_tokens: 500, tokenizer: 'kept', cookies_accepted: 3, key: 'kept' })
    expect(records()[0]).to.include({ max_tokens: 500, tokenizer: 'kept', cookies_accepted: 3, key: 'kept' })
  })

  it('shows an error under any name', async () => {
    const { log, records } = await recorder()
    log.error('A timer failed.', { error: new TypeError('no such field'), deep: { causes: [new Error('inner')] } })
    expect(records()[0]?.error).to.include({ type: 'TypeError', message: 'no such field' })
    expect(JSON.stringify(records()[0]?.deep)).to.include('inner')
  })

  it('shows an error that is frozen or whose members cannot be read', async () => {
    const { log, records } = await recorder()
    const unreadable = new Error('hidden')
    Object.defineProperty(unreadable, 'stack', {
      get: () => {
        throw new Error('no stack')
      },
    })
    log.error('failed', { err: Object.freeze(new RangeError('too far')) })
    log.error('failed', { err: unreadable, status: 500 })
    expect(records()[0]?.err).to.include({ type: 'RangeError', message: 'too far' })
    expect(records()[1]).to.deep.include({ status: 500, err: { type: 'Error', message: 'hidden' } })
  })

  it('does not change the logged object', async () => {
    const { log } = await recorder()
    const details = { headers: { cookie: 'session=1' } }
    log.info('asked', details)
    expect(details).to.deep.equal({ headers: { cookie: 'session=1' } })
  })

  it('keeps the stack of an error and drops the record values that PostgreSQL attaches to it', async () => {
    const { log, records } = await recorder()
    log.error('failed', {
      err: Object.assign(new Error('refused'), { code: '23505', detail: 'Key (email)=(ada@example.org)' }),
    })
    expect(records()[0]?.err).to.include({ code: '23505', message: 'refused' })
    expect(records()[0]?.err).to.not.have.property('detail')
    expect(records()[0]?.err).to.have.property('stack').that.includes('create-logger.test')
  })

  it('writes one readable line per entry if it is pretty, and the stack of an error below it', async () => {
    const { log, lines } = await recorder('info', true)
    log.info('started', { plugin: 'clients', text: 'two\nlines' })
    expect(lines.join('')).to.match(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: started \{"plugin":"clients","text":"two\\nlines"\}\n$/,
    )
    log.error('failed', { plugin: 'clients', err: new Error('no vans') })
    expect(lines.at(-1)).to.match(/ERROR: failed \{"plugin":"clients"\}\n(.*\n)+ +at /)
  })

  it('has written a fatal line before the next thing that happens, even if that is the end of the process', async () => {
    const log = new URL('../../../../host/base/log/index.ts', import.meta.url).href
    const program = `
      const { createLogger } = await import(${JSON.stringify(log)})
      const log = await createLogger({ pretty: false })
      await new Promise((resolve) => setTimeout(resolve, 100))
      log.info('before')
      log.fatal('the host failed')
      process.kill(process.pid, 'SIGKILL')`
    const flags = ['--conditions=atrium-source', '--import', 'tsx', '--input-type=module', '--eval', program]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    expect(await text(child.stdout))
      .to.include('before')
      .and.to.include('the host failed')
  })
})
