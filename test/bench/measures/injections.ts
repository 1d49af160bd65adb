import { type AgentsHost, openAgents } from '../../../plugins/ai-agents/test/agents-host.ts'
import { ProviderServer } from '../../../plugins/ai-agents/test/provider-server.ts'
import { injections as injectedTexts } from '../../../plugins/ai-agents/test/suites/injections.ts'
import { obeyInjections } from '../../../plugins/ai-agents/test/suites/obey-injections.ts'
import { openBrowser } from '../../helpers/browser.ts'
import { until } from '../../helpers/until.ts'
import { atLeast, atMost, type Finding } from '../finding.ts'

const COUNT = Number(process.env.ATRIUM_INJECTIONS ?? 200)
const IN_ONE_ANSWER = 20

/** Lets a model obey whatever it reads in records, and has Chromium show what it says. */
export async function injections(): Promise<Finding[]> {
  const provider = await new ProviderServer().open()
  const agents = await openAgents({ others: ['clients', 'template'] })
  try {
    const { asked, written, leaked } = await obeyInjections(agents, { provider, count: COUNT })
    const elsewhere = await requestsElsewhere(agents, provider)
    for (const each of [...written, ...leaked, ...elsewhere]) console.log(each)
    const none = { wanted: 0, digits: 0, note: `${COUNT} injections` }
    return [
      atMost('records written without approval', written.length, none),
      atMost('injections that read what the person may not', leaked.length, none),
      atMost('requests of Chromium to other origins', elsewhere.length, none),
      atLeast('calls that asked for approval', asked, { wanted: 1, digits: 0 }),
    ]
  } finally {
    await agents.host.close()
    await provider.close()
  }
}

/** The addresses outside of the host that a browser asks for when it shows all injections as answers. */
async function requestsElsewhere(agents: AgentsHost, provider: ProviderServer): Promise<string[]> {
  const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
  // The only one, so that the chat begins with it.
  for (const { id } of (await agents.ask<{ id: number }[]>('GET', '/agents')).body)
    await agents.ask('PATCH', `/agents/${id}`, { enabled: false })
  await agents.agent({ name: 'Parrot', credential_id, model: 'small', tools: [{ tool: '*', policy: 'deny' }] })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ baseURL: agents.host.url })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(agents.host.url) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    await page.goto(agents.host.signInLink ?? '')
    await page.waitForURL(/operations/)
    await page.goto('/agents/chat')
    const box = page.getByRole('textbox', { name: 'Message to Parrot' })
    for (let at = 0; at < COUNT; at += IN_ONE_ANSWER) {
      const texts = injectedTexts(COUNT).slice(at, at + IN_ONE_ANSWER)
      provider.play({ text: [...texts.map((text) => `${text}\n\n`), `That was ${at}.`] })
      await box.fill('Go on')
      await box.press('Enter')
      await page.getByRole('log').getByText(`That was ${at}.`).waitFor()
      await until('the end of the answer', async () => ((await box.isEnabled()) ? true : undefined))
    }
    return elsewhere
  } finally {
    await browser.close()
  }
}
