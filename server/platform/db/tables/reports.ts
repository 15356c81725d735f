export interface ReportTables {
  /** Of tracks. */
  report: ReportTable & { track_id: string };
  request_report: ReportTable & { request_id: string };
}

interface ReportTable {
  id: string;
  user_id: string | null;
  reason: string;
  created_at: number;
  resolved_at: number | null;
}
