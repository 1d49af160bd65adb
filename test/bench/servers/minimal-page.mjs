// The reference for the speed of the shell: a page without a framework that shows the same rows and inputs. Its paths are `/list/a`,
// `/list/b`, `/record/<id>`, `/form` with 93 inputs, and `/choice` with 250 checkboxes. `PATCH /values/<id>` answers what it gets.
import { createServer } from 'node:http'

const PAGE = `<!doctype html><meta charset="utf-8"><title>Minimal</title>
<style>table{border-collapse:collapse}td{padding:6px 12px;border-bottom:1px solid #ddd}label{display:block}</style>
<nav><a href="/list/a">List a</a> <a href="/list/b">List b</a></nav><main></main>
<script>
const main = document.querySelector('main')
const many = (count, one) => Array.from({ length: count }, (_, at) => one(at)).join('')
const row = (list) => (at) => '<tr><td><a href="/record/' + at + '">' + list + ' ' + at + '</a><td>active<td>' + at +
  '.00<td>a day ago<td contenteditable data-id="' + at + '">' + at + '</tr>'
const input = (at) => ['<label>Field ' + at + '<input name="field_' + at + '"></label>',
  '<label>Field ' + at + '<input type="number" name="field_' + at + '"></label>',
  '<label>Field ' + at + '<select name="field_' + at + '"><option>low<option>high</select></label>'][at % 3]
const choice = (at) => '<tr><td><input type="checkbox"><td>Item ' + at + '<td>active<td>' + at + '.00</tr>'
function show(path) {
  const [, kind, name] = path.split('/')
  if (kind === 'list') main.innerHTML = '<h1>List ' + name + '</h1><table><tbody>' + many(25, row('Row ' + name)) + '</table>'
  if (kind === 'record') main.innerHTML = '<h1>Record ' + name + '</h1><dl>' + many(5, (at) => '<dt>Field<dd>' + at) + '</dl>'
  if (kind === 'form') main.innerHTML = '<h1>Form</h1><form>' + many(93, input) + '<p></p></form>'
  if (kind === 'choice') main.innerHTML = '<h1>Choice</h1><table><thead><tr><th><input type="checkbox"></thead><tbody>' +
    many(250, choice) + '</table>'
}
document.addEventListener('click', (event) => {
  const link = event.target.closest('a')
  if (!link) return
  event.preventDefault()
  history.pushState(null, '', link.href)
  show(location.pathname)
})
main.addEventListener('change', ({ target }) => {
  if (!target.closest('thead')) return
  for (const box of main.querySelectorAll('tbody input')) {
    box.checked = target.checked
    box.closest('tr').dataset.chosen = target.checked
  }
})
main.addEventListener('input', ({ target }) => {
  if (target.form) target.form.lastElementChild.textContent = 'Unsaved changes'
})
main.addEventListener('keydown', async (event) => {
  const { id } = event.target.dataset
  if (event.key !== 'Enter' || id === undefined) return
  event.preventDefault()
  const body = JSON.stringify({ value: event.target.textContent })
  const answer = await fetch('/values/' + id, { method: 'PATCH', body })
  event.target.previousElementSibling.textContent = (await answer.json()).value
})
show(location.pathname)
</script>`

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.method !== 'PATCH') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  response.writeHead(200, { 'content-type': 'application/json' })
  request.pipe(response)
}).listen(Number(process.env['PORT']), '127.0.0.1')
