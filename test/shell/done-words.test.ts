import { expect } from 'chai'
import { doneWords } from '../../host/shell/src/actions/done-words.ts'

describe('The words for an action that is done', () => {
  it('are those that it declares', () => {
    expect(doneWords({ label: 'Cancel booking', done: 'Booking cancelled' })).to.equal('Booking cancelled')
  })

  it('are its label in the past tense otherwise', () => {
    const said = ['Retire', 'Mark as no-show', 'Cancel booking', 'Send', 'Copy', 'Reset password', 'archive']
    expect(said.map((label) => doneWords({ label }))).to.deep.equal([
      ...['Retired', 'Marked as no-show', 'Cancelled booking', 'Sent', 'Copied', 'Reset password', 'Archived'],
    ])
  })

  it('double the last letter where the verb does', () => {
    const said = ['Pin', 'Ship order', 'Skip', 'Stop', 'Submit', 'Transfer client']
    expect(said.map((label) => doneWords({ label }))).to.deep.equal([
      ...['Pinned', 'Shipped order', 'Skipped', 'Stopped', 'Submitted', 'Transferred client'],
    ])
  })

  it('add that it is done to a label which does not begin with a known verb', () => {
    expect(doneWords({ label: 'New address' })).to.equal('New address: done')
    expect(doneWords({ label: 'Sign out' })).to.equal('Signed out')
  })
})
