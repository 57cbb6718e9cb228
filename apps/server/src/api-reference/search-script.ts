/**
 * A script that searches titles, paths and all other text of guides, objects and calls. The slash key focuses the
 * search field, the arrow keys move through the results, and Escape returns to the contents. The page's script defines
 * `menu`, `contents` and `links`.
 */
export const searchScript = `
const search = menu.querySelector('.search')
const input = search.querySelector('input')
const count = menu.querySelector('[role=status]')
const results = menu.querySelector('.results')
const maxResults = 40
search.hidden = false

let index
const textOf = (element) => (element?.textContent ?? '').replace(/\\s+/g, ' ').trim()
const readPage = () => [...links].map(([id, link]) => {
  const section = document.getElementById(id)
  const route = textOf(section.querySelector('.route')).replace(/\\/v1\\/(?:org\\/)?\\{orgId\\}(?:\\/projects\\/\\{projectId\\})?/, '…')
  const module = textOf(link.closest('.module')?.querySelector('summary')) || 'Guides'
  const title = textOf(link.querySelector('span') ?? link)
  return { id, title, where: route || module, names: (title + ' ' + id + ' ' + route + ' ' + module).toLowerCase(), text: textOf(section.querySelector('.text') ?? section).toLowerCase() }
})
const scoreOf = (entry, words) => {
  let score = 0
  for (const word of words) {
    if (entry.title.toLowerCase().includes(word)) score += 4
    else if (entry.names.includes(word)) score += 2
    else if (entry.text.includes(word)) score += 1
    else return 0
  }
  return score
}
const itemOf = ({ id, title, where }) => {
  const link = Object.assign(document.createElement('a'), { href: '#' + id })
  link.append(Object.assign(document.createElement('span'), { className: 'title', textContent: title }))
  link.append(Object.assign(document.createElement('span'), { className: 'where', textContent: where }))
  const item = document.createElement('li')
  item.append(link)
  return item
}
const showResults = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  contents.hidden = words.length > 0
  if (words.length === 0) {
    count.textContent = ''
    results.replaceChildren()
    return
  }
  index ??= readPage()
  const found = index.map((entry) => [scoreOf(entry, words), entry]).filter(([score]) => score > 0).sort(([one], [other]) => other - one)
  count.textContent = found.length === 0 ? 'Nothing found. Try another word.' : found.length === 1 ? '1 result' : found.length + ' results' + (found.length > maxResults ? ', the first ' + maxResults + ' are shown' : '')
  results.replaceChildren(...found.slice(0, maxResults).map(([, entry]) => itemOf(entry)))
  entries.scrollTop = 0
}
const endSearch = () => {
  input.value = ''
  showResults()
}
input.addEventListener('input', showResults)
results.addEventListener('click', (event) => { if (event.target.closest('a') && !isWide.matches) endSearch() })
menu.addEventListener('keydown', (event) => {
  if (!search.contains(event.target) && !results.contains(event.target)) return
  const items = [...results.querySelectorAll('a')]
  const at = items.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    endSearch()
    input.focus()
  } else if (event.key === 'Enter' && event.target === input) items[0]?.click()
  else if (event.key === 'ArrowDown') items[Math.min(at + 1, items.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') at > 0 ? items[at - 1].focus() : input.focus()
  else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return
  event.preventDefault()
  input.focus()
  input.select()
})
`
