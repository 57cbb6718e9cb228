import { expect, it } from 'vitest'
import { findNewsletterProvider, parseNewsletterForm, toNewsletterFieldName } from './newsletter-providers.ts'

const mailchimp = `<div id="mc_embed_signup"><form action="https://mia.us21.list-manage.com/subscribe/post?u=1&amp;id=2&amp;f_id=3" method="post">
  <input type="email" name="EMAIL" class="required email" id="mce-EMAIL" required="" value="">
  <div aria-hidden="true"><input type="text" name="b_1_2" tabindex="-1" value=""></div></form></div>`
const kit = `<script src="https://f.convertkit.com/ckjs/ck.5.js"></script>
  <form action="https://app.kit.com/forms/123/subscriptions" class="seva-form" method="post">
  <input class="formkit-input" name="email_address" aria-label="Email" type="email" required/></form>`
const buttondown = `<form action='https://buttondown.com/api/emails/embed-subscribe/mia' method='post' target='popupwindow'>
  <label for='bd-email'>Enter your email</label><input type='email' name='email' id='bd-email' /><input type='submit' value='Subscribe' /></form>`

it.each([
  ['Mailchimp', mailchimp, 'https://mia.us21.list-manage.com/subscribe/post?u=1&id=2&f_id=3', 'EMAIL'],
  ['Kit', kit, 'https://app.kit.com/forms/123/subscriptions', 'email_address'],
  ['Buttondown', buttondown, 'https://buttondown.com/api/emails/embed-subscribe/mia', 'email'],
])('parses the form of %s', (name, html, url, field) => {
  expect(parseNewsletterForm(html)).toEqual({ url, field })
  expect(findNewsletterProvider(url)?.name).toBe(name)
  expect(toNewsletterFieldName({ url, field: null })).toBe(field)
})

it.each([
  ['https://mia.substack.com/api/v1/free?nojs=true', 'Substack', 'email'],
  ['https://letter.beehiiv.com/create', 'Beehiiv', 'email'],
  ['https://list-manage.com.example/post', undefined, 'email'],
  ['not an address', undefined, 'email'],
])('finds the provider of %s and the name of its field', (url, name, field) => {
  expect(findNewsletterProvider(url)?.name).toBe(name)
  expect(toNewsletterFieldName({ url, field: null })).toBe(field)
  expect(toNewsletterFieldName({ url, field: 'address' })).toBe('address')
})

it.each([
  '',
  'https://app.kit.com/forms/123/subscriptions',
  '<form method="post"></form>',
  '<form action="subscribe"></form>',
  '<iframe src="x"></iframe>',
])('finds no form in %j', (html) => {
  expect(parseNewsletterForm(html)).toBeUndefined()
})

it("ignores a field name that a form can't have", () => {
  const form = (name: string) => parseNewsletterForm(`<form action="https://a.example/"><input type="email" name="${name}"></form>`)?.field

  expect([form('fields[email]'), form('e mail'), form('a&quot;b')]).toEqual(['fields[email]', null, null])
})
