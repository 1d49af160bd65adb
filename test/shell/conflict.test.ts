import { expect } from 'chai'
import { choicesOf, conflictLines, defaultChoices, settled } from '../../host/shell/src/form/conflict.ts'
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

describe('a conflict between two people who change one record', () => {
  it('keeps both changes by default if they are in different fields', () => {
    const { lines, values } = conflictOf({ name: 'Mine' }, { price: 2000 })
    expect(lines).to.deep.equal([{ name: 'price', mine: 1000, theirs: 2000, isContested: false }])
    expect(settled(values, lines, defaultChoices(lines))).to.deep.include({ name: 'Mine', price: 2000 })
  })

  it('keeps my value of the same field unless I choose theirs', () => {
    const { lines, values } = conflictOf({ name: 'Mine' }, { name: 'Theirs' })
    expect(lines).to.deep.equal([{ name: 'name', mine: 'Mine', theirs: 'Theirs', isContested: true }])
    expect(defaultChoices(lines)).to.deep.equal({ name: 'mine' })
    expect(settled(values, lines, { name: 'theirs' }).name).to.equal('Theirs')
  })

  it('leaves nothing to choose if both made the same change', () => {
    expect(conflictOf({ name: 'Same' }, { name: 'Same' }).lines).to.deep.equal([])
    expect(conflictOf({ notes: '' }, { notes: null }).lines).to.deep.equal([])
  })

  it('leaves nothing to choose if the field is not in the form', () => {
    expect(conflictOf({ name: 'Mine' }, { version: 9 }).lines).to.deep.equal([])
  })

  it('keeps a choice until I enter something else, and one against theirs until they change it again', () => {
    const chosen = (mine: string, side: 'mine' | 'theirs') => ({
      name: { side, line: { name: 'name', mine, theirs: 'Theirs', isContested: true } },
    })
    const shown = (mine: object, theirs: object, choices: ReturnType<typeof chosen>) =>
      choicesOf(conflictOf({ ...mine }, { ...theirs }).lines, choices)
    const entered = { name: 'Mine' }
    expect(shown(entered, { name: 'Theirs', price: 2000 }, chosen('Mine', 'theirs')).name).to.equal('theirs')
    expect(shown(entered, { name: 'Their next' }, chosen('Mine', 'theirs')).name).to.equal('theirs')
    expect(shown({ name: 'My next' }, { name: 'Theirs' }, chosen('Mine', 'theirs')).name).to.equal('mine')
    expect(shown({}, { name: 'Theirs' }, chosen('Lamp', 'mine')).name).to.equal('mine')
    expect(shown({}, { name: 'Their next' }, chosen('Lamp', 'mine')).name).to.equal('theirs')
  })
})
