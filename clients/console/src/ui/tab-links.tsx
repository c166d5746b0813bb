import { Link, useLocation } from "wouter";
import "./rows.css";

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly title: string }[];
}

/** The parts of a page, each with an address of its own. The longest address that fits is where one is. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const [location] = useLocation();
  const fitting = tabs.filter(({ href }) => location === href || location.startsWith(`${href}/`));
  const here = fitting.sort((a, b) => b.href.length - a.href.length)[0]?.href;
  return (
    <nav className="tab-links" aria-label={label}>
      {tabs.map(({ href, title }) => (
        <Link key={href} href={href} className="tab-link" aria-current={href === here ? "page" : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
