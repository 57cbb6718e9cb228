import { searchScript } from './search-script.ts'

/**
 * The page's script. It copies code, switches the language of the code, marks the visible section in the menu, and
 * searches. On wide screens it also opens the menu, because not every browser supports the CSS that opens it.
 * Everything else on the page works without the script.
 */
export const referenceScript = `
const menu = document.querySelector('.menu')
const entries = menu.querySelector('.entries')
const contents = menu.querySelector('.contents')
const isWide = matchMedia('(min-width:64rem)')
const showMenu = () => { contents.open = isWide.matches }
isWide.addEventListener('change', showMenu)
showMenu()
contents.addEventListener('click', (event) => { if (event.target.closest('a') && !isWide.matches) contents.open = false })

const links = new Map([...contents.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
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
  if (isWide.matches && !contents.hidden) entries.scrollTop += current.getBoundingClientRect().top - entries.getBoundingClientRect().top - entries.clientHeight / 3
}
const observer = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) isIntersecting ? read.add(target.id) : read.delete(target.id)
  mark()
}, { rootMargin: '-15% 0px -65% 0px' })
for (const id of links.keys()) observer.observe(document.getElementById(id))

const storedLanguage = 'linkshelf.reference.language'
const root = document.documentElement
const languageButtons = document.querySelectorAll('.language')
const chooseLanguage = (language) => {
  root.dataset.language = language === 'ts' ? 'ts' : 'other'
  for (const button of languageButtons) button.ariaPressed = (button.dataset.language === 'ts') === (language === 'ts')
}
try { chooseLanguage(localStorage.getItem(storedLanguage)) } catch { chooseLanguage() }
for (const group of document.querySelectorAll('.languages')) group.hidden = false
for (const button of languageButtons) button.addEventListener('click', () => {
  // The panels above change their height; the one that was clicked stays where it is.
  const { top } = button.getBoundingClientRect()
  chooseLanguage(button.dataset.language)
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
  try { localStorage.setItem(storedLanguage, button.dataset.language) } catch {}
})

if (navigator.clipboard) for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const shown = [...button.closest('.panel').querySelectorAll('pre')].find((pre) => pre.checkVisibility())
    button.textContent = await navigator.clipboard.writeText(shown.textContent).then(() => 'Copied!', () => 'Not copied')
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
${searchScript}`
