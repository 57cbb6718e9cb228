import { expect, it } from 'vitest'
import { toSocialLink } from './instance.ts'

it.each([
  ['https://www.youtube.com/@linkshelf', 'YouTube'],
  ['https://x.com/linkshelf', 'X'],
  ['https://twitter.com/linkshelf', 'X'],
  ['https://www.instagram.com/linkshelf/', 'Instagram'],
  ['https://vm.tiktok.com/abc', 'TikTok'],
  ['https://m.facebook.com/linkshelf', 'Facebook'],
  ['https://de.linkedin.com/company/linkshelf', 'LinkedIn'],
  ['https://github.com/linkshelf', 'GitHub'],
  ['https://mastodon.social/@linkshelf', 'Mastodon'],
  ['https://mastodon.example/@linkshelf', 'Mastodon'],
  ['https://social.mastodon.example/@linkshelf', 'Mastodon'],
  ['https://bsky.app/profile/linkshelf', 'Bluesky'],
  ['https://discord.gg/abc', 'Discord'],
  ['https://netflix.com', 'netflix.com'],
  ['https://www.example.org/x.com', 'example.org'],
  ['https://constructor/', 'constructor'],
])('%s is %s', (url, name) => {
  expect(toSocialLink(url)).toEqual({ name, url })
})
