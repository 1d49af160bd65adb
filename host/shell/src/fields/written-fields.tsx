import { Input, PasswordInput, SegmentedControl, Textarea } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { lazy, Suspense, useState } from 'react'
import { useForm } from '../form/form-scope.ts'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import { readTypedJson } from '../values/typed-json.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'
import styles from './written-fields.module.css'

const Markdown = lazy(() => import('../values/markdown.tsx').then((module) => ({ default: module.Markdown })))

/** A password or a key, masked until it is looked at. */
export function MaskedField(props: FieldProps<'text'>) {
  const { definition } = useForm()
  const isKept = props.schema.writeOnly === true && definition.operation === 'edit'
  return (
    <PasswordInput
      {...inputProps(props)}
      placeholder={props.field.placeholder ?? (isKept ? t('Leave empty to keep it') : undefined)}
      autoComplete={props.field.input === 'password' ? 'new-password' : 'off'}
      visibilityToggleButtonProps={{ 'aria-label': t('Show {label}', { label: props.field.label }) }}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** Several lines in Markdown, as text or as readers see it. */
export function MarkdownField(props: FieldProps<'textarea'>) {
  const [shown, setShown] = useState('text')
  const text = asText(props.value)
  return (
    <div className={styles.markdown}>
      <SegmentedControl
        className={styles.switch}
        size="xs"
        aria-label={t('Show {label} as', { label: props.field.label })}
        data={[
          { value: 'text', label: t('Text') },
          { value: 'preview', label: t('Preview') },
        ]}
        value={shown}
        onChange={setShown}
      />
      {shown === 'text' ? (
        <CodeField {...props} />
      ) : (
        <Input.Wrapper label={props.field.label} labelElement="div" error={props.error} required={props.isRequired}>
          <div
            role="region"
            aria-label={t('Preview of {label}', { label: props.field.label })}
            className={styles.preview}
          >
            <Suspense>{text === '' ? t('Nothing to show') : <Markdown text={text} isUnderWay={false} />}</Suspense>
          </div>
        </Input.Wrapper>
      )}
    </div>
  )
}

/** Several lines in a fixed width. */
export function CodeField(props: FieldProps<'textarea'>) {
  return (
    <Textarea
      {...inputProps(props)}
      {...CODE}
      minRows={props.field.rows ?? 4}
      spellCheck={props.field.language === 'markdown'}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** A value as JSON. A text that is not JSON stays as typed, with the reason. */
export function JsonField(props: FieldProps<'json'>) {
  const [typing, setTyping] = useState<string | null>(null)
  const written = typeof props.value === 'string' ? props.value : indented(props.value)
  const type = (text: string) => {
    setTyping(text)
    props.onChange(text.trim() === '' ? undefined : readTypedJson(text))
  }
  return (
    <Textarea
      {...inputProps(props)}
      {...CODE}
      minRows={4}
      spellCheck={false}
      value={typing ?? written}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyping(null)}
    />
  )
}

const indented = (value: unknown) => (isEmpty(value) ? '' : JSON.stringify(value, null, 2))

const CODE = { autosize: true, maxRows: 24, classNames: { input: styles.code ?? '' } }
