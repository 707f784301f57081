import type { Release } from '#lib/release-notes/release-notes.ts'

export function ReleaseSections({ sections }: Pick<Release, 'sections'>) {
  return sections.map(({ title, items }) => (
    <section key={title}>
      {title && <h3>{title}</h3>}
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  ))
}
