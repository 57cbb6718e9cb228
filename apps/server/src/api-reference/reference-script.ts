/**
 * Copies code, marks in the menu what is read, and opens the menu where the browser does not by its style. Nothing
 * else on the page needs it.
 */
export const referenceScript = `
const menu = document.querySelector('.menu')
const contents = menu.firstElementChild
const isWide = matchMedia('(min-width:64rem)')
const showMenu = () => { contents.open = isWide.matches }
isWide.addEventListener('change', showMenu)
showMenu()
menu.addEventListener('click', (event) => { if (event.target.closest('a') && !isWide.matches) contents.open = false })

const links = new Map([...menu.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
const read = new Set()
let current
const mark = () => {
  const id = [...links.keys()].find((key) => read.has(key))
  if (id === undefined || links.get(id) === current) return
  current?.removeAttribute('aria-current')
  const before = current?.closest('.module')
  current = links.get(id)
  current.setAttribute('aria-current', 'location')
  const after = current.closest('.module')
  if (before && before !== after) before.open = false
  if (after) after.open = true
  if (isWide.matches) menu.scrollTop += current.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 3
}
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) isIntersecting ? read.add(target.id) : read.delete(target.id)
  mark()
}, { rootMargin: '-15% 0px -65% 0px' })
for (const id of links.keys()) observer.observe(document.getElementById(id))

if (navigator.clipboard) for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = button.closest('.panel').querySelector('pre').textContent
    button.textContent = await navigator.clipboard.writeText(text).then(() => 'Copied!', () => 'Not copied')
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
`
