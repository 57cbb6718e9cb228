/**
 * Adds a button that shows the password, and a strength meter. The meter estimates guesses by length and variety; which
 * passwords are rejected is decided by `passwordProblem` alone.
 */
export const pageScript = `
for (const button of document.querySelectorAll('button[data-shows]')) {
  const input = document.getElementById(button.dataset.shows)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = input.type === 'text'
    input.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? 'Show' : 'Hide'
    button.setAttribute('aria-label', button.textContent + ' password')
    input.focus()
  })
}
for (const bar of document.querySelectorAll('.strength')) {
  const input = document.getElementById(bar.dataset.of)
  const words = ['Too short', 'Weak', 'Fair', 'Good', 'Strong']
  input.addEventListener('input', () => {
    const text = input.value
    const signs = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]
    const pool = [26, 26, 10, 33].reduce((sum, size, at) => sum + (signs[at].test(text) ? size : 0), 0)
    const variety = Math.min(text.length, new Set(text.toLowerCase()).size * 1.5)
    const bits = variety * Math.log2(pool || 1)
    const score = text.length < Number(bar.dataset.min) ? 0 : bits < 36 ? 1 : bits < 50 ? 2 : bits < 68 ? 3 : 4
    bar.hidden = text === ''
    bar.dataset.score = String(score)
    bar.querySelector('output').textContent = words[score]
  })
}
`
