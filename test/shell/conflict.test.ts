import { expect } from 'chai'
import { conflictLines, defaultChoices, settled } from '../../host/shell/src/form/conflict.ts'
import { initialValues } from '../../host/shell/src/form/form-values.ts'
import { itemForm } from './item-form.ts'

const definition = itemForm('PATCH')
const record = { id: 1, name: 'Lamp', price: 1000, notes: 'old', status: 'active' }
const base = initialValues(definition, record)

function conflictOf(mine: Record<string, unknown>, theirs: Record<string, unknown>) {
  const values = { ...base, ...mine }
  const lines = conflictLines(definition, { base, mine: values, theirs: { ...record, ...theirs } })
  return { lines, values }
}

describe('two people change one record', () => {
  it('and touch different fields: nobody loses anything by default', () => {
    const { lines, values } = conflictOf({ name: 'Mine' }, { price: 2000 })
    expect(lines).to.deep.equal([{ name: 'price', mine: 1000, theirs: 2000, isContested: false }])
    expect(settled(values, lines, defaultChoices(lines))).to.deep.include({ name: 'Mine', price: 2000 })
  })

  it('and touch the same field: mine stands unless I choose theirs', () => {
    const { lines, values } = conflictOf({ name: 'Mine' }, { name: 'Theirs' })
    expect(lines).to.deep.equal([{ name: 'name', mine: 'Mine', theirs: 'Theirs', isContested: true }])
    expect(defaultChoices(lines)).to.deep.equal({ name: 'mine' })
    expect(settled(values, lines, { name: 'theirs' }).name).to.equal('Theirs')
  })

  it('and agree: there is nothing to choose', () => {
    expect(conflictOf({ name: 'Same' }, { name: 'Same' }).lines).to.deep.equal([])
    expect(conflictOf({ notes: '' }, { notes: null }).lines).to.deep.equal([])
  })

  it('and change what the form does not show: there is nothing to choose', () => {
    expect(conflictOf({ name: 'Mine' }, { version: 9 }).lines).to.deep.equal([])
  })
})
