import type { Filter } from '@atrium/sdk/documents'
import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Fragment, useRef, useState } from 'react'
import { RelationSelect } from '../fields/relation-field.tsx'
import { msg, t, type Message } from '../language/t.ts'
import { rendererFor, UnknownKind } from '../screen/renderers.tsx'
import { inNextFrame } from '../theme/in-next-frame.ts'
import type { Comparison } from './comparisons.ts'
import { comparisonKeys, comparisonsOf } from './comparisons.ts'
import styles from './filter-editor.module.css'
import type { FilterProps } from './filter-props.ts'
import { DateRangeFilter, NumberRangeFilter, ONCE_TYPED } from './range-filters.tsx'

type FilterEditors = { [Kind in Filter['kind']]: ComponentType<FilterProps<Kind>> }

/** One editor for each kind of filter: a kind without one does not compile. */
const filterEditors: FilterEditors = {
  text: TextFilter,
  select: SelectFilter,
  ternary: TernaryFilter,
  number_range: NumberRangeFilter,
  date_range: DateRangeFilter,
  is_null: IsNullFilter,
  relation: RelationFilter,
}

interface FilterEditorProps extends FilterProps {
  /** Called with another comparison and its initial values. */
  onCompare: (comparison: Comparison, values: Record<string, readonly string[]>) => void
}

/** The inputs of a condition: the comparison and its values. */
export function FilterEditor({ onCompare, ...props }: FilterEditorProps) {
  const { filter, comparison } = props
  const Editor = rendererFor<FilterProps>(filterEditors, filter.kind)
  if (!Editor) return <UnknownKind what={t('filter')} kind={filter.kind} />
  return (
    <>
      {comparisonsOf(filter).length > 1 && <ComparisonSelect {...props} onCompare={onCompare} />}
      {(comparison !== 'null' || filter.kind === 'is_null') && <Editor key={comparison} {...props} />}
    </>
  )
}

const VERBS: Record<Exclude<Comparison, 'null'>, Message> = {
  like: msg('contains'),
  eq: msg('is'),
  ne: msg('is not'),
  range: msg('is between'),
}

/** The comparison. Values are kept if the new comparison accepts them. */
function ComparisonSelect({ filter, comparison, filters, onCompare }: FilterEditorProps) {
  const [key = ''] = comparisonKeys(filter, comparison)
  const values = filters[key] ?? []
  const choose = (chosen: string) => {
    const [next, isNull] = chosen.split(' ') as [Comparison, string | undefined]
    const [nextKey = ''] = comparisonKeys(filter, next)
    if (isNull !== undefined) onCompare(next, { [nextKey]: [isNull] })
    else
      onCompare(next, next === 'range' || comparison === 'null' || comparison === 'range' ? {} : { [nextKey]: values })
  }
  return (
    <NativeSelect
      mb="xs"
      aria-label={t('How {label} is compared', { label: filter.label })}
      data={comparisonsOf(filter).flatMap((each) =>
        each === 'null'
          ? [
              { value: 'null true', label: t('is empty') },
              { value: 'null false', label: t('is not empty') },
            ]
          : [{ value: each, label: t(VERBS[each]) }],
      )}
      value={comparison === 'null' ? `null ${values[0] ?? 'true'}` : comparison}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}

/** Texts of which any may be contained, or equal the value. */
function TextFilter({ filter, comparison, filters, onChange }: FilterProps<'text'>) {
  const [name = ''] = comparisonKeys(filter, comparison)
  const verb = comparison === 'null' ? '' : t(VERBS[comparison])
  const commit = useDebouncedCallback((texts: readonly string[]) => onChange({ [name]: texts }), ONCE_TYPED)
  return (
    <AnyOf values={filters[name] ?? []} onChange={commit} label={`${filter.label} ${verb}`}>
      {({ value, ...input }) => (
        <TextInput
          {...input}
          placeholder={filter.placeholder}
          defaultValue={value}
          onChange={(event) => input.onChange(event.currentTarget.value.trim())}
          onBlur={() => commit.flush()}
        />
      )}
    </AnyOf>
  )
}

interface AnyOfInput {
  label?: string
  'aria-label'?: string
  'data-autofocus': boolean
  value: string
  onChange: (value: string) => void
}

interface AnyOfProps {
  values: readonly string[]
  label: string
  onChange: (values: readonly string[]) => void
  /** Renders the input of one value. */
  children: (input: AnyOfInput) => ReactNode
}

/** Several inputs for the same condition, which is met if any of their values matches. */
function AnyOf({ values, label, onChange, children }: AnyOfProps) {
  const [drafts, setDrafts] = useState<readonly string[]>(values.length > 0 ? values : [''])
  const root = useRef<HTMLDivElement>(null)
  const add = () => {
    setDrafts([...drafts, ''])
    inNextFrame(() =>
      [...(root.current?.querySelectorAll<HTMLElement>('input:not([type=hidden])') ?? [])].at(-1)?.focus(),
    )
  }
  const change = (next: readonly string[]) => {
    setDrafts(next)
    onChange(next.filter((value) => value !== ''))
  }
  return (
    <div ref={root} className={styles.anyOf}>
      {
        // Inputs are only added at the end, so an index identifies one.
        Array.from(drafts.entries(), ([index, value]) => (
          <Fragment key={index}>
            {children({
              ...(index === 0 ? { label } : { 'aria-label': t('or {label} ({index})', { label, index: index + 1 }) }),
              'data-autofocus': index === drafts.length - 1,
              value,
              onChange: (text) => change(drafts.map((other, at) => (at === index ? text : other))),
            })}
          </Fragment>
        ))
      }
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        className={styles.or}
        leftSection={<IconPlus size={12} aria-hidden />}
        disabled={drafts.includes('')}
        onClick={add}
      >
        {t('or…')}
      </Button>
    </div>
  )
}

function SelectFilter({ filter, comparison, filters, onChange }: FilterProps<'select'>) {
  const [name = ''] = comparisonKeys(filter, comparison)
  const chosen = filters[name] ?? []
  const choices = filter.options.map(({ value, label }) => ({ value: String(value), label }))
  const Choice = filter.multiple ? Checkbox : Radio
  const boxes = (
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Choice key={choice.value} size="xs" {...choice} />
      ))}
    </div>
  )
  const change = (values: string[]) => onChange({ [name]: values })
  return filter.multiple ? (
    <Checkbox.Group label={filter.label} value={[...chosen]} onChange={change}>
      {boxes}
    </Checkbox.Group>
  ) : (
    <Radio.Group label={filter.label} value={chosen[0] ?? null} onChange={(value) => change([value])}>
      {boxes}
    </Radio.Group>
  )
}

function TernaryFilter({ filter, filters, onChange }: FilterProps<'ternary'>) {
  return (
    <TrueOrFalse
      label={filter.label}
      words={[t('Yes'), t('No')]}
      value={filters[filter.name]?.[0]}
      onChange={(value) => onChange({ [filter.name]: [value] })}
    />
  )
}

function IsNullFilter({ filter, filters, onChange }: FilterProps<'is_null'>) {
  const name = `${filter.name}_null`
  return (
    <TrueOrFalse
      label={filter.label}
      words={[t('is empty'), t('is not empty')]}
      value={filters[name]?.[0]}
      onChange={(value) => onChange({ [name]: [value] })}
    />
  )
}

interface TrueOrFalseProps {
  label: string
  value: string | undefined
  words: readonly [whenTrue: string, whenFalse: string]
  onChange: (value: string) => void
}

function TrueOrFalse({ label, value, words, onChange }: TrueOrFalseProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChange}>
      <div className={styles.choices}>
        <Radio size="xs" value="true" label={words[0]} />
        <Radio size="xs" value="false" label={words[1]} />
      </div>
    </Radio.Group>
  )
}

/** Records of which any may be the related one. */
function RelationFilter({ filter, comparison, filters, onChange }: FilterProps<'relation'>) {
  const { relation } = filter
  const [name = ''] = comparisonKeys(filter, comparison)
  return (
    <AnyOf values={filters[name] ?? []} onChange={(ids) => onChange({ [name]: ids })} label={filter.label}>
      {({ onChange: change, ...input }) => (
        <RelationSelect
          {...input}
          relation={relation}
          choices={{ path: relation.list_path, waitsFor: undefined, hasChanged: false }}
          onChange={(id) => change(id === undefined ? '' : String(id))}
          comboboxProps={{ withinPortal: false }}
          clearable
        />
      )}
    </AnyOf>
  )
}
