import { delimiter, resolve } from 'node:path'
import { expect } from 'chai'
import { EnvironmentError, readEnvironment } from '../../../../host/base/config/index.ts'

const cwd = resolve('/srv/atrium')
const read = (env: Record<string, string>) => readEnvironment(env, { cwd })

function complaint(env: Record<string, string>): EnvironmentError {
  try {
    read(env)
  } catch (error) {
    return error as EnvironmentError
  }
  throw new Error('The environment was accepted.')
}

describe('the environment', () => {
  it('has defaults for everything', () => {
    expect(read({})).to.deep.equal({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      basePath: undefined,
      corsOrigins: undefined,
      trustProxy: undefined,
      proxyHeader: undefined,
      mail: undefined,
      metricsToken: undefined,
      oidcSecrets: {},
      dataDir: resolve(cwd, 'data'),
      databaseUrl: undefined,
      adminToken: undefined,
      secretKeys: [],
      s3: undefined,
      pluginDirectories: [resolve(cwd, 'plugins')],
      panelsFile: resolve(cwd, 'panels.config.json'),
      panelsOptional: true,
      watch: true,
      safeMode: false,
      auditDays: 365,
      undoHours: 24,
      undoSeconds: 15,
      jobDays: 30,
      notificationDays: 90,
      webhookDays: 30,
      webhookSeconds: 15,
      egressAllow: [],
      handlerSeconds: 10,
      idleSeconds: 2,
      migrationSeconds: 900,
      jobBacklog: 100_000,
      errorBudget: undefined,
      blockedSeconds: 5,
      blockedEndSeconds: 30,
      sqlite: undefined,
      sqliteSync: 'full',
      logLevel: 'info',
    })
  })

  it('is read variable by variable', () => {
    const key = Buffer.alloc(32, 7)
    const options = read({
      PORT: '0',
      HOST: '::',
      ATRIUM_PUBLIC_URL: 'https://atrium.example.org',
      ATRIUM_BASE_PATH: '/tools/atrium',
      ATRIUM_CORS_ORIGINS: 'https://app.example.org, http://localhost:5173',
      ATRIUM_TRUST_PROXY: '10.0.0.7',
      ATRIUM_PROXY_HEADER: 'forwarded',
      ATRIUM_MAIL: 'smtp://mail.example.org',
      ATRIUM_AUDIT_DAYS: '0',
      ATRIUM_JOB_DAYS: '7',
      ATRIUM_NOTIFICATION_DAYS: '14',
      ATRIUM_WEBHOOK_DAYS: '0',
      ATRIUM_WEBHOOK_SECONDS: '30',
      ATRIUM_SQLITE_SYNC: 'normal',
      ATRIUM_OIDC_OUR_COMPANY_SECRET: 'hunter2',
      ATRIUM_DATA_DIR: 'var/data',
      DATABASE_URL: 'postgres://atrium:pw@db.example.org/atrium',
      ATRIUM_ADMIN_TOKEN: 'a'.repeat(32),
      ATRIUM_METRICS_TOKEN: 'm'.repeat(32),
      ATRIUM_SECRET_KEY: key.toString('base64'),
      ATRIUM_PLUGINS: ['plugins', resolve('/opt/plugins')].join(delimiter),
      ATRIUM_PANELS: 'panels.json',
      ATRIUM_WATCH: '0',
      ATRIUM_EGRESS_ALLOW: 'localhost:11434, 10.1.0.0/16',
      ATRIUM_HANDLER_SECONDS: '30',
      ATRIUM_IDLE_SECONDS: '1.5',
      ATRIUM_MIGRATION_SECONDS: '7200',
      ATRIUM_JOB_BACKLOG: '5000',
      ATRIUM_SAFE_MODE: '1',
      ATRIUM_BLOCKED_SECONDS: '0.5',
      ATRIUM_BLOCKED_END_SECONDS: '0',
      ATRIUM_ERROR_BUDGET: '60/100',
      ATRIUM_SQLITE: 'prebuilt',
      LOG_LEVEL: 'debug',
    })
    expect(options).to.deep.equal({
      port: 0,
      host: '::',
      oidcSecrets: { 'our-company': 'hunter2' },
      dataDir: resolve(cwd, 'var/data'),
      databaseUrl: 'postgres://atrium:pw@db.example.org/atrium',
      adminToken: 'a'.repeat(32),
      secretKeys: [key],
      s3: undefined,
      pluginDirectories: [resolve(cwd, 'plugins'), resolve('/opt/plugins')],
      panelsFile: resolve(cwd, 'panels.json'),
      panelsOptional: false,
      watch: false,
      safeMode: true,
      auditDays: 0,
      undoHours: 24,
      undoSeconds: 15,
      jobDays: 7,
      notificationDays: 14,
      webhookDays: 0,
      webhookSeconds: 30,
      publicUrl: 'https://atrium.example.org',
      basePath: '/tools/atrium',
      corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
      trustProxy: ['10.0.0.7'],
      proxyHeader: 'forwarded',
      mail: { url: 'smtp://mail.example.org', from: 'atrium@mail.example.org' },
      metricsToken: 'm'.repeat(32),
      egressAllow: ['localhost:11434', '10.1.0.0/16'],
      handlerSeconds: 30,
      idleSeconds: 1.5,
      migrationSeconds: 7200,
      jobBacklog: 5_000,
      blockedSeconds: 0.5,
      blockedEndSeconds: 0,
      errorBudget: { percent: 60, requests: 100 },
      sqlite: 'prebuilt',
      sqliteSync: 'normal',
      logLevel: 'debug',
    })
  })

  it('does not watch in production by default', () => {
    expect(read({ NODE_ENV: 'production' }).watch).to.equal(false)
    expect(read({ NODE_ENV: 'production', ATRIUM_WATCH: '1' }).watch).to.equal(true)
  })

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: '' })).to.deep.equal(read({}))
  })

  it('accepts several secret keys, the first of which seals', () => {
    const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    expect(read({ ATRIUM_SECRET_KEY: keys.map((key) => key.toString('base64')).join(', ') }).secretKeys).to.deep.equal(
      keys,
    )
  })

  it('accepts addresses and networks of proxies', () => {
    const networks = '127.0.0.1, 10.0.0.0/8,2001:db8::/32'
    expect(read({ ATRIUM_TRUST_PROXY: networks }).trustProxy).to.deep.equal([
      '127.0.0.1',
      '10.0.0.0/8',
      '2001:db8::/32',
    ])
  })

  it('accepts a bucket for files, at Amazon or another service', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's3cret' }
    const known = { accessKeyId: 'id', secretAccessKey: 's3cret' }
    expect(read({ ...keys, ATRIUM_FILES: 's3://documents?region=eu-central-1' }).s3).to.deep.equal({
      url: 'https://s3.eu-central-1.amazonaws.com/documents',
      region: 'eu-central-1',
      ...known,
    })
    const other = 's3://documents?endpoint=http://store:9000/'
    expect(read({ ...keys, ATRIUM_FILES: other }).s3).to.deep.equal({
      url: 'http://store:9000/documents',
      region: 'us-east-1',
      ...known,
    })
    expect(complaint({ ATRIUM_FILES: 's3://documents', ...keys, AWS_SECRET_ACCESS_KEY: '' }).findings).to.have.lengthOf(
      1,
    )
  })

  const wrong: Record<string, string[]> = {
    PORT: ['80a', '-1', '65536', '3.5', ' '],
    HOST: ['http://localhost', 'a b'],
    DATABASE_URL: ['mysql://root@localhost/x', 'localhost:5432', '/var/data'],
    ATRIUM_METRICS_TOKEN: ['abc', 'a token of more than 32 characters with spaces'],
    ATRIUM_ADMIN_TOKEN: ['abc', 'a'.repeat(31), 'a token of more than 32 characters with spaces', 'ü'.repeat(32)],
    ATRIUM_SECRET_KEY: ['too short', Buffer.alloc(31).toString('base64')],
    ATRIUM_PUBLIC_URL: [
      'atrium.example.org',
      'ftp://atrium.example.org',
      'https://example.org/atrium',
      'https://a.b?c',
    ],
    ATRIUM_BASE_PATH: ['/', 'atrium', '/atrium/', '//atrium', '/a/../b', '/a b', '/a?b', 'https://example.org/atrium'],
    ATRIUM_CORS_ORIGINS: ['*', 'https://*.example.org', 'https://app.example.org/', 'app.example.org', 'https://a.b,'],
    ATRIUM_TRUST_PROXY: ['1', 'proxy', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.1,', '10.0.0.0/8/8'],
    ATRIUM_PROXY_HEADER: ['X-Forwarded-For'],
    ATRIUM_FILES: ['/var/files', 's3://a', 's3://documents?endpoint=store:9000'],
    ATRIUM_PLUGINS: [delimiter],
    ATRIUM_WATCH: ['yes', 'true'],
    ATRIUM_EGRESS_ALLOW: ['http://localhost', '10.1.0.0/33', 'localhost, *', ','],
    ATRIUM_HANDLER_SECONDS: ['0', '3601', 'ten'],
    ATRIUM_IDLE_SECONDS: ['0', '5', 'two'],
    ATRIUM_MIGRATION_SECONDS: ['0', '604801', 'an hour'],
    ATRIUM_JOB_BACKLOG: ['0', '-1', '1.5', 'many'],
    ATRIUM_SAFE_MODE: ['2'],
    ATRIUM_BLOCKED_SECONDS: ['-1', 'never'],
    ATRIUM_BLOCKED_END_SECONDS: ['-1', 'never'],
    ATRIUM_ERROR_BUDGET: ['0', '101', '50%', '50/0'],
    ATRIUM_SQLITE: ['better-sqlite3'],
    ATRIUM_SQLITE_SYNC: ['off', '1'],
    ATRIUM_JOB_DAYS: ['-1', 'a month'],
    ATRIUM_NOTIFICATION_DAYS: ['-1'],
    ATRIUM_WEBHOOK_DAYS: ['-1'],
    ATRIUM_WEBHOOK_SECONDS: ['0', '61', 'ten'],
    LOG_LEVEL: ['verbose'],
  }
  for (const [name, texts] of Object.entries(wrong)) {
    it(`says what ${name} must be if it is wrong`, () => {
      for (const text of texts) {
        const { findings } = complaint({ [name]: text })
        expect(findings).to.have.lengthOf(1)
        expect(findings[0]).to.include(`[${name}] must be`)
      }
    })
  }

  it('sends the path of a public address to its own variable', () => {
    const { findings } = complaint({ ATRIUM_PUBLIC_URL: 'https://example.org/atrium' })
    expect(findings[0]).to.include('ATRIUM_BASE_PATH=/atrium')
  })

  it('refuses to read what a proxy says while none is trusted', () => {
    const { findings } = complaint({ ATRIUM_PROXY_HEADER: 'forwarded' })
    expect(findings).to.have.lengthOf(1)
    expect(findings[0]).to.include('[ATRIUM_PROXY_HEADER]').and.to.include('[ATRIUM_TRUST_PROXY] names none')
  })

  it('says how to make an admin token that nobody guesses', () => {
    const { findings } = complaint({ ATRIUM_ADMIN_TOKEN: 'abc' })
    expect(findings).to.deep.equal([
      '[ATRIUM_ADMIN_TOKEN] must be at least 32 visible ASCII characters without spaces, such as `openssl rand -hex 32` prints. ' +
        'Its value is secret and not shown here. Correct it or unset it.',
    ])
  })

  it('reports everything that is wrong at once', () => {
    const error = complaint({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(error).to.be.instanceOf(EnvironmentError).and.to.include({ code: 'environment_invalid' })
    expect(error.message).to.include('[PORT]').and.to.include('[x]').and.to.include('[LOG_LEVEL]')
  })

  it('does not repeat the value of a secret', () => {
    const error = complaint({
      DATABASE_URL: 'mysql://root:s3cret@db',
      ATRIUM_SECRET_KEY: 's3cret',
      ATRIUM_ADMIN_TOKEN: 's3cret ü',
      ATRIUM_METRICS_TOKEN: 's3cret metrics',
    })
    expect(error.findings).to.have.lengthOf(4)
    expect(error.message).to.not.include('s3cret')
  })
})
