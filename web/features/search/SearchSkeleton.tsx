/** Stands in for the first results. */
export function SearchSkeleton() {
  return (
    <div role="status" className="p-2">
      <span className="sr-only">Searching…</span>
      {[62, 48, 70, 40].map((width) => (
        <div key={width} className="search-option">
          <span className="search-picture" />
          <span className="search-line" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
