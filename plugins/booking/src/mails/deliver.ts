import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { WrittenMail } from './write-mail.ts'

export interface Delivery {
  readonly mail: WrittenMail
  /** With its angle brackets. The same at every try, so that who gets it twice can tell. */
  readonly message_id: string
}

/** A server that takes longer is away. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Hands an e-mail to the transport of the settings.
 * @returns the key of the file that holds it, where it was only written
 * @throws whatever went wrong; `isRefused` tells whether another try is of no use
 */
export async function deliver(
  { mail, message_id }: Delivery,
  { settings, files }: Pick<PluginContext<Settings>, 'settings' | 'files'>,
): Promise<string | undefined> {
  const message = {
    ...mail,
    attachments: [...mail.attachments],
    from: { name: settings.mail_from_name, address: settings.mail_from },
    messageId: message_id,
    // Says that no answer by a machine is wanted (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Loaded with the first e-mail: most of what it needs is memory.
  const { createTransport } = await import('nodemailer')
  if (settings.mail_transport === 'smtp') {
    await createTransport(smtpOptions(settings)).sendMail(message)
    return undefined
  }
  const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message)
  const { key } = await files.put(written.message, { media_type: 'message/rfc822' })
  return key
}

/** Whether the server has refused the address for good (RFC 5321 section 4.2.1). */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

function smtpOptions({ smtp_host, smtp_port, smtp_security, smtp_user, smtp_password }: Settings) {
  if (smtp_host === undefined) {
    throw new Error('E-mails are to go by SMTP, and the setting [smtp_host] is empty: enter the name of the server.')
  }
  return {
    ...TIMES,
    host: smtp_host,
    port: smtp_port,
    secure: smtp_security === 'tls',
    requireTLS: smtp_security === 'starttls',
    ignoreTLS: smtp_security === 'none',
    ...(smtp_user !== undefined && { auth: { user: smtp_user, pass: smtp_password ?? '' } }),
  }
}
