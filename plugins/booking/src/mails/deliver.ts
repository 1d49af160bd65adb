import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { WrittenMail } from './write-mail.ts'

export interface Delivery {
  readonly mail: WrittenMail
  /** With angle brackets. The same for every attempt, so that mail programs can detect duplicates. */
  readonly message_id: string
}

/** Timeouts in milliseconds. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends an e-mail by the configured transport, or writes it to a file.
 * @returns the key of the file, if the e-mail was written to one
 * @throws the error of the transport; `isRefused` says whether a retry is pointless
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
    // Asks for no automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Loaded with the first e-mail to save memory.
  const { createTransport } = await import('nodemailer')
  if (settings.mail_transport === 'smtp') {
    await createTransport(smtpOptions(settings)).sendMail(message)
    return undefined
  }
  const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(message)
  const { key } = await files.put(written.message, { media_type: 'message/rfc822' })
  return key
}

/** Whether the server permanently refused the address (RFC 5321 section 4.2.1). */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

function smtpOptions({ smtp_host, smtp_port, smtp_security, smtp_user, smtp_password }: Settings) {
  if (smtp_host === undefined) {
    throw new Error(
      '[mail_transport] is smtp, but [smtp_host] is empty. Enter the name of the SMTP server in the settings.',
    )
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
