import { createElement, type SVGProps } from 'react';

/** An icon as Lucide describes it: its shapes on 24 by 24. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/** The built page's component of each of Lucide's icons. It is hidden from screen readers, which read the text beside it. */
export default ({ node }: IconData) =>
  function Icon({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) {
    const look = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
    } as const;
    return createElement(
      'svg',
      { ...look, ...rest },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
