import { Select } from '@mantine/core'
import type { SessionInfo } from '@atrium/sdk/documents'
import { currentLanguage } from '../language/spoken.ts'
import { t } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import type { ChosenPreferences } from '../session/use-preferences.ts'
import { useChangePreferences } from '../session/use-preferences.ts'
import { selectProps } from '../theme/select-props.ts'
import { codeInWords } from '../values/code-words.ts'
import { dateFormat } from '../values/person-formats.ts'
import styles from './account-screen.module.css'
import { Section } from './account-section.tsx'

/** The option “as in the browser”. */
const BROWSER = 'browser'

const LOCALES = [
  ...[
    'ar',
    'ar-AE',
    'ar-EG',
    'ar-MA',
    'ar-SA',
    'bg',
    'cs',
    'da',
    'de-AT',
    'de-CH',
    'de-DE',
    'el',
    'en-AU',
    'en-CA',
    'en-GB',
    'en-IE',
    'en-IN',
    'en-US',
  ],
  ...['es-ES', 'es-MX', 'et', 'fi', 'fr-BE', 'fr-CA', 'fr-CH', 'fr-FR', 'he', 'hi', 'hr', 'hu', 'id', 'it-CH', 'it-IT'],
  ...['ja', 'ko', 'lt', 'lv', 'nb', 'nl-BE', 'nl-NL', 'pl', 'pt-BR', 'pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th'],
  ...['tr', 'uk', 'vi', 'zh-CN', 'zh-TW'],
]

/** `navigator.language` may be a name that `Intl` rejects. */
const browserFormats = new Intl.DateTimeFormat().resolvedOptions()

interface Choice {
  readonly value: string
  readonly label: string
}

/** The language of dates and numbers, the time zone and the theme of the person, on all their devices. */
export function PreferencesSection() {
  const { session } = usePanel()
  const change = useChangePreferences()
  const { locale, time_zone, theme, formats } = session
  const clock = (hour_cycle: string | null): ChosenPreferences['formats'] =>
    withoutEmpty({
      ...formats,
      hour_cycle: (hour_cycle ?? undefined) as NonNullable<SessionInfo['formats']>['hour_cycle'],
    })
  return (
    <Section
      title={t('Language and region')}
      hint={t(
        'The language of the screens, and how dates, times and numbers are written, on every device. It is saved at once.',
      )}
    >
      <div className={styles.choices}>
        <Chosen
          label={t('Language, dates and numbers')}
          value={locale}
          browser={languageName(browserFormats.locale)}
          choices={languages(withChosen(LOCALES, locale))}
          onChange={(value) => change({ locale: value })}
        />
        <Chosen
          label={t('Time zone')}
          value={time_zone}
          browser={zoneName(browserFormats.timeZone)}
          choices={withChosen(Intl.supportedValuesOf('timeZone'), time_zone).map((zone) => ({
            value: zone,
            label: zoneName(zone),
          }))}
          onChange={(value) => change({ time_zone: value })}
        />
        <Chosen
          label={t('Clock')}
          value={formats?.hour_cycle}
          browser={t('as in the language')}
          choices={[
            { value: 'h23', label: t('24 hours') },
            { value: 'h12', label: t('12 hours') },
          ]}
          onChange={(value) => change({ formats: clock(value) ?? null })}
        />
        <Chosen
          label={t('Theme')}
          value={theme}
          browser={t('as chosen there')}
          choices={[
            { value: 'auto', label: t('As the system') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          onChange={(value) => change({ theme: value as SessionInfo['theme'] | null })}
        />
      </div>
      <p className={styles.facts}>
        {t('Now it is {time} for you.', {
          time: dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date()),
        })}
      </p>
    </Section>
  )
}

interface ChosenProps {
  label: string
  value: string | undefined
  /** The browser's setting. */
  browser: string
  choices: readonly Choice[]
  onChange: (value: string | null) => void
}

function Chosen({ label, value = BROWSER, browser, choices, onChange }: ChosenProps) {
  return (
    <Select
      {...selectProps}
      label={label}
      data={[{ value: BROWSER, label: t('This browser ({browser})', { browser }) }, ...choices]}
      value={value}
      onChange={(chosen) => onChange(chosen === BROWSER ? null : chosen)}
      allowDeselect={false}
      searchable
      limit={100}
    />
  )
}

const withChosen = (known: readonly string[], chosen: string | undefined) =>
  chosen === undefined || known.includes(chosen) ? known : [chosen, ...known]

const zoneName = (zone: string) => codeInWords(zone, 'time-zone') ?? zone
const languages = (tags: readonly string[]): Choice[] =>
  tags
    .map((tag) => ({ value: tag, label: languageName(tag) }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLanguage().language))

/** A language and its region in their own words: one finds one's language also where the screens speak another. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1)
}

function withoutEmpty<Values extends object>(values: Values): Values | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Values)
}
